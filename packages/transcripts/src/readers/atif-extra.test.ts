import { TranscriptEnd, TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEnd, parseEntry } from './atif-extra.ts';

// every field may get the value of another, so that every check also fails
const scalar = fc.oneof(
  fc.constantFrom(
    ...TranscriptEntry.shape.type.options,
    '',
    null,
    true,
    0,
    -1.5,
    2 ** 60,
    Number.POSITIVE_INFINITY,
    'x',
  ),
  fc.constantFrom({}, []),
);

test('parseEntry accepts the same entries as the schema, with fields in the same order', () => {
  const fields = Object.fromEntries(Object.keys(TranscriptEntry.shape).map((key) => [key, scalar]));
  const almost = fc.record(
    { ...fields, type: fc.constantFrom(...TranscriptEntry.shape.type.options, 'other') },
    { requiredKeys: [] },
  );
  const typed = fc.record(
    {
      status: fc.constantFrom(404, 'failed', null),
      tool: fc.constant('Bash'),
      type: fc.constantFrom(...TranscriptEntry.shape.type.options),
      text: fc.constantFrom('x', null),
      id: fc.constantFrom('e1', ''),
      is_error: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  );
  const other = fc.record({ type: fc.constant('user'), other: scalar }, { requiredKeys: ['type'] });
  fc.assert(
    fc.property(fc.oneof(almost, typed, other, scalar), (value) => {
      const found = TranscriptEntry.safeParse(value);
      expect(JSON.stringify(parseEntry(value))).toBe(found.success ? JSON.stringify(found.data) : undefined);
    }),
    { numRuns: 2000 },
  );
});

test.each(
  [...Object.keys(TranscriptEntry.shape)].flatMap((field) =>
    ['', 'x', null, true, 0, -1.5, 2 ** 60, Number.POSITIVE_INFINITY, {}, [], 'user'].map((value) => ({
      field,
      value,
    })),
  ),
)('parseEntry and the schema agree on $field: $value', ({ field, value }) => {
  const entry = { type: 'user', [field]: value };
  expect(parseEntry(entry) !== undefined).toBe(TranscriptEntry.safeParse(entry).success);
});

test.each([
  ...TranscriptEnd.shape.status.options.map((status) => ({ status, reason: 'why' })),
  { status: 'other', reason: 'why' },
  { status: 'toString', reason: 'why' },
  { status: 'failed' },
  { status: 'failed', reason: null },
  { status: 'failed', reason: '', more: 1 },
  [],
  null,
  'failed',
])('isEnd and the schema agree on %j', (value) => {
  expect(isEnd(value)).toBe(TranscriptEnd.safeParse(value).success);
});
