import { EvaluationCheck } from '@assay/schema';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';
import { CheckError } from './check.ts';
import { compilePattern } from './pattern.ts';
import { patternSize } from './pattern-size.ts';
import { runChecks } from './run-checks.ts';

const clock = () => 0;
const nest = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
};
const nestUnder = (depth: number): unknown => (depth === 0 ? {} : { a: nestUnder(depth - 1) });
const ab = Array.from({ length: 200_000 }, (_, index) => 'ab'[((index * 7919) % 2) ^ ((index >> 3) % 2)]).join('');

// any result is fine, as long as it comes at once
test.each([
  {
    why: 'nested repetitions',
    spec: { type: 'regex', pattern: '(((a?){10}){10}){10}b' },
    output: 'a'.repeat(1_000_000),
  },
  { why: 'the classic', spec: { type: 'regex', pattern: '^(a+)+$' }, output: `${'a'.repeat(500_000)}b` },
  { why: 'exponentially many states', spec: { type: 'regex', pattern: '[ab]*a[ab]{900}[cd]' }, output: ab },
  { why: 'a growing pattern', spec: { type: 'regex', pattern: 'a{0,1000}'.repeat(100) }, output: 'a' },
  { why: 'Unicode classes', spec: { type: 'regex', pattern: '\\pL|'.repeat(240) }, output: 'a' },
  { why: 'a pattern in a schema', spec: { type: 'json_schema', schema: { pattern: '(\\w{30}){30}x' } }, output: ab },
  {
    why: 'names in a schema',
    spec: { type: 'json_schema', schema: { patternProperties: { '([ab]*a){20}[cd]': true } } },
    output: { [ab]: 1 },
  },
  { why: 'a circle', spec: { type: 'json_schema', schema: { $ref: '#' } }, output: 1 },
  {
    why: 'a cycle of two schemas',
    spec: {
      type: 'json_schema',
      schema: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    },
    output: 1,
  },
  {
    why: 'exponential nesting',
    spec: {
      type: 'json_schema',
      schema: {
        $ref: '#/$defs/0',
        $defs: Object.fromEntries(
          Array.from({ length: 60 }, (_, n) => [
            n,
            { anyOf: [{ $ref: `#/$defs/${n + 1}` }, { $ref: `#/$defs/${n + 1}` }] },
          ]).concat([['60', false]] as never),
        ),
      },
    },
    output: 1,
  },
  {
    why: 'many unique items',
    spec: { type: 'json_schema', schema: { uniqueItems: true } },
    output: Array.from({ length: 100_000 }, (_, n) => n),
  },
  {
    why: 'nested descendants',
    spec: { type: 'json_path', path: '$..*..*..*..*' },
    output: nest(16, (inner) => [inner, inner]),
  },
  {
    why: 'many fields for many items',
    spec: {
      type: 'json_schema',
      schema: { items: { properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, true])) } },
    },
    output: Array.from({ length: 50_000 }, () => ({})),
  },
  {
    why: 'a long reference for many items',
    spec: { type: 'json_schema', schema: { items: { $ref: `#${'/a'.repeat(90)}` }, ...(nestUnder(90) as object) } },
    output: Array.from({ length: 100_000 }, () => 1),
  },
  { why: 'only line ends', spec: { type: 'filesystem' }, output: '\n'.repeat(500_000) },
  { why: 'only blanks', spec: { type: 'filesystem' }, output: ' '.repeat(900_000) },
  { why: 'many brackets', spec: { type: 'filesystem' }, output: { command: '('.repeat(16_000) } },
  { why: 'a long command', spec: { type: 'filesystem' }, output: { command: 'a '.repeat(400_000) } },
  { why: 'many commands', spec: { type: 'filesystem' }, output: 'rm $(rm $(rm a)) \n'.repeat(50_000) },
  { why: 'many near matches of an address', spec: { type: 'pii' }, output: 'a.'.repeat(400_000) },
  { why: 'many near matches of a number', spec: { type: 'pii' }, output: '4 '.repeat(400_000) },
  { why: 'many near matches of a secret', spec: { type: 'secrets' }, output: 'sk-'.repeat(300_000) },
])(
  '$why: is answered either way',
  ({ spec, output }) => {
    const checks = [EvaluationCheck.parse(spec)];
    expect(runChecks({ output, checks }, { clock }).checks).toHaveLength(1);
  },
  20_000,
);

test.each([
  { why: 'a list', output: nest(100_000, (inner) => [inner]) },
  { why: 'an object', output: nest(100_000, (inner) => ({ path: inner })) },
])('$why nested deeper than the stack breaks no check', ({ output }) => {
  const checks = ['filesystem', 'pii', 'content', 'secrets'].map((type) => EvaluationCheck.parse({ type }));
  const results = runChecks({ output, input: output, checks }, { clock }).checks;
  expect(results.map(({ verdict }) => verdict)).toEqual(['PASS', 'PASS', 'PASS', 'PASS']);
});

test('limits the total work of all checks', () => {
  const checks = Array.from({ length: 50 }, (_, n) =>
    EvaluationCheck.parse({ type: 'regex', pattern: `[ab]*a[ab]{${200 + n}}[cd]` }),
  );
  const { checks: results, passed } = runChecks({ output: ab.slice(0, 20_000), checks }, { clock });
  expect(passed).toBe(null);
  expect(results.filter(({ verdict }) => verdict === 'ERROR').length).toBeGreaterThan(40);
}, 20_000);

test('patternSize is an upper bound of the real size', () => {
  const atom = fc.constantFrom('a', '.', '\\d', '[a-f]', '\\pL', '(?:ab)', '(x|yz)');
  const pattern = fc
    .array(fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{3}', '{2,9}', '{0,40}', '{5,}')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => parts.map(([one, times]) => one + times).join(''));
  fc.assert(
    fc.property(fc.tuple(pattern, fc.constantFrom('', '{4}', '{0,7}', '*')), ([inner, times]) => {
      const source = `(${inner})${times}`;
      let size: number;
      try {
        size = RE2JS.compile(source).programSize();
      } catch {
        return;
      }
      expect(patternSize(source)).toBeGreaterThanOrEqual(size - 3);
    }),
    { numRuns: 200 },
  );
});

test('patterns match as in other engines', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(
      fc.constantFrom('^a+b', '\\bab\\b', '[^a]1', '(a|b)*1$', 'a.b', '\\s-', '^$'),
      text,
      (source, given) => {
        expect(compilePattern(source, createBudget()).test(given, createBudget())).toBe(new RegExp(source).test(given));
      },
    ),
  );
});

test('throws when no work is left', () => {
  expect(() => compilePattern('abc', createBudget({ steps: 1 }))).toThrow(CheckError);
});
