import { expect, test } from 'vitest';
import { createBudget } from '../budget.ts';
import { CheckError } from '../check.ts';
import { validateSchema } from './validate-schema.ts';

const fits = (value: unknown, schema: unknown) => validateSchema(value, schema, createBudget()) === null;

test.each([
  { schema: true, yes: [1, null, 'a'], no: [] },
  { schema: false, yes: [], no: [1, null] },
  { schema: {}, yes: [1, {}], no: [] },
  { schema: { type: 'integer' }, yes: [1, 1.0], no: [1.5, '1', null] },
  { schema: { type: ['string', 'null'] }, yes: ['a', null], no: [1, []] },
  { schema: { type: 'object' }, yes: [{}], no: [[], null] },
  { schema: { enum: [1, { a: [1] }] }, yes: [1, { a: [1] }], no: [2, { a: [2] }] },
  { schema: { const: null }, yes: [null], no: [0, false] },
  { schema: { minimum: 1, maximum: 3 }, yes: [1, 3, 'text'], no: [0, 4] },
  { schema: { exclusiveMinimum: 1, exclusiveMaximum: 3 }, yes: [2], no: [1, 3] },
  { schema: { multipleOf: 0.1 }, yes: [0.3, 1, 0], no: [0.35] },
  { schema: { minLength: 2, maxLength: 3 }, yes: ['ab', '😀😀😀', 7], no: ['a', 'abcd'] },
  { schema: { pattern: '^a+$' }, yes: ['aa', 1], no: ['b', 'ab'] },
  { schema: { minItems: 1, maxItems: 2 }, yes: [[1], [1, 2], 'a'], no: [[], [1, 2, 3]] },
  {
    schema: { uniqueItems: true },
    yes: [[1, '1', { a: 1 }]],
    no: [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  },
  {
    schema: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    yes: [['a', 1], ['a'], []],
    no: [['a', 'b'], [1]],
  },
  { schema: { items: false, prefixItems: [true] }, yes: [[1]], no: [[1, 2]] },
  { schema: { contains: { type: 'number' } }, yes: [['a', 1]], no: [['a'], []] },
  { schema: { contains: { type: 'number' }, minContains: 2, maxContains: 3 }, yes: [[1, 2]], no: [[1], [1, 2, 3, 4]] },
  { schema: { required: ['a'] }, yes: [{ a: undefined }, { a: 1 }, 'x'], no: [{}, { b: 1 }] },
  { schema: { required: ['toString'] }, yes: [{ toString: 1 }], no: [{}] },
  { schema: { properties: { a: { type: 'string' } } }, yes: [{ a: 'x' }, { b: 1 }], no: [{ a: 1 }] },
  { schema: { properties: { a: true }, additionalProperties: false }, yes: [{ a: 1 }], no: [{ a: 1, b: 2 }] },
  {
    schema: { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: { type: 'string' } },
    yes: [{ 'x-a': 1, b: 'c' }],
    no: [{ 'x-a': 'b' }, { b: 1 }],
  },
  { schema: { propertyNames: { maxLength: 2 } }, yes: [{ ab: 1 }], no: [{ abc: 1 }] },
  { schema: { minProperties: 1, maxProperties: 2 }, yes: [{ a: 1 }], no: [{}, { a: 1, b: 2, c: 3 }] },
  { schema: { dependentRequired: { card: ['address'] } }, yes: [{ card: 1, address: 2 }, {}], no: [{ card: 1 }] },
  { schema: { dependentSchemas: { card: { required: ['address'] } } }, yes: [{}], no: [{ card: 1 }] },
  { schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, yes: [1], no: [3] },
  { schema: { anyOf: [{ type: 'string' }, { minimum: 5 }] }, yes: ['a', 5], no: [4] },
  { schema: { oneOf: [{ minimum: 1 }, { minimum: 5 }] }, yes: [2], no: [6, 0] },
  { schema: { not: { type: 'string' } }, yes: [1], no: ['a'] },
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword
  { schema: { if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 2 } }, yes: ['ab', 2], no: ['a', 1] },
  {
    schema: {
      $ref: '#/$defs/tree',
      $defs: { tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' } } } },
    },
    yes: [{ left: { left: {} } }],
    no: [{ left: { left: 1 } }],
  },
  { schema: { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': { const: 1 } } }, yes: [1], no: [2] },
  {
    schema: { $schema: 'x', $id: 'y', title: 't', format: 'email', 'x-mine': 1, default: 3 },
    yes: ['no address'],
    no: [],
  },
])('$schema', ({ schema, yes, no }) => {
  expect(yes.filter((value) => !fits(value, schema))).toEqual([]);
  expect(no.filter((value) => fits(value, schema))).toEqual([]);
});

test('reports a mismatch with its path', () => {
  const schema = { properties: { lines: { items: { required: ['price'] } } } };
  expect(validateSchema({ lines: [{ price: 1 }, {}] }, schema, createBudget())).toBe(
    'lines[1] must have a field "price"',
  );
});

test.each([
  { schema: { requird: ['a'] }, why: 'a typo' },
  { schema: { unevaluatedProperties: false }, why: 'an unsupported keyword' },
  { schema: { type: 'text' }, why: 'an unknown type' },
  { schema: { minLength: -1 }, why: 'a negative length' },
  { schema: { required: [1] }, why: 'names that are not strings' },
  { schema: { $ref: 'https://example.com/schema' }, why: 'a remote reference, which is never fetched' },
  { schema: { $ref: '#/$defs/none' }, why: 'a reference to nothing' },
  { schema: { $ref: '#/__proto__' }, why: 'a reference to an inherited property' },
  { schema: { $ref: '#' }, why: 'a circle' },
  { schema: { pattern: '(?!a)' }, why: 'an invalid pattern' },
  { schema: 'string', why: 'not a schema' },
])('rejects a schema: $why', ({ schema }) => {
  expect(() => fits({}, schema)).toThrow(CheckError);
});
