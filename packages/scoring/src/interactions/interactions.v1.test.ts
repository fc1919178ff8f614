import type { Interactions, TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { interactionsV1 } from './interactions.v1.ts';

const read = (...entries: TranscriptEntry[]): Interactions => compute(interactionsV1, { entries });
const at = (second: number): string => new Date(Date.UTC(2026, 10, 15, 10, 0, second)).toISOString();
const says = (second: number, text = ''): TranscriptEntry => ({ type: 'assistant', at: at(second), text });
const use = (fields: Partial<TranscriptEntry> = {}): TranscriptEntry => ({ type: 'tool_use', tool: 'Bash', ...fields });
const result = (fields: Partial<TranscriptEntry> = {}): TranscriptEntry => ({ type: 'tool_result', ...fields });

test('the example becomes a thought and a failed command', () => {
  expect(compute(interactionsV1, interactionsV1.example)).toMatchObject({
    formula: 'interactions',
    formula_version: '1',
    unpaired_results: 0,
    interactions: [
      { id: 'i1', kind: 'thinking', categories: ['agent'], duration_ms: 2500, is_error: false, entry_ids: ['e1'] },
      { id: 'i2', kind: 'tool', tool: 'Bash', categories: ['environment'], duration_ms: 3600, is_error: true },
    ],
  });
});

describe('thinking', () => {
  test('merges consecutive assistant entries until the next interaction', () => {
    const { interactions } = read(says(0, 'ab'), says(2, 'ü'), use({ at: at(5) }));
    expect(interactions[0]).toMatchObject({ duration_ms: 5000, context_bytes: 4, entry_ids: ['e1', 'e2'] });
    expect(interactions).toHaveLength(2);
  });

  test('the last one has an unknown duration', () => {
    expect(read(says(0), says(9)).interactions).toMatchObject([{ duration_ms: null }]);
    expect(read(says(0), { type: 'user', at: at(9) }).interactions).toMatchObject([{ duration_ms: null }]);
  });

  test('a user message separates two', () => {
    expect(read(says(0), { type: 'user' }, says(3)).interactions).toMatchObject([
      { duration_ms: 3000 },
      { duration_ms: null },
    ]);
  });

  test('is unknown when time runs backwards', () => {
    expect(read(says(5), use({ at: at(1) })).interactions[0]?.duration_ms).toBeNull();
  });
});

test.each([
  { from: at(0), to: at(2), ms: 2000, why: 'from use to result' },
  { from: at(0), to: at(0), ms: 0, why: 'zero is a valid duration' },
  { from: at(2), to: at(0), ms: null, why: 'backwards' },
  { from: null, to: at(0), ms: null, why: 'no start' },
  { from: at(0), to: undefined, ms: null, why: 'no end' },
  { from: '', to: at(0), ms: null, why: 'an empty start' },
  { from: 0, to: 2000, ms: null, why: 'numbers are not ISO 8601' },
  { from: 'yesterday', to: at(0), ms: null, why: 'nor are words' },
  { from: '2026-11-15T11:00:00+01:00', to: at(1), ms: 1000, why: 'across zones' },
])('a tool from $from to $to lasts $ms: $why', ({ from, to, ms }) => {
  const { interactions } = read(use({ at: from }), result(to === undefined ? {} : { at: to }));
  expect(interactions[0]?.duration_ms).toBe(ms);
});

test('does not repeat an invalid instant', () => {
  expect(
    read(use({ at: 'yesterday' }), use({ at: 5 }), use({ at: at(1) })).interactions.map((each) => each.start_at),
  ).toEqual([null, null, at(1)]);
});

test.each([
  { fields: {}, error: false, why: 'no error field' },
  { fields: { is_error: true }, error: true, why: 'is_error is set' },
  { fields: { is_error: false, exit_code: 1 }, error: true, why: 'an exit code overrides is_error' },
  { fields: { exit_code: 0 }, error: false, why: 'success' },
  { fields: { exit_code: -1 }, error: true, why: 'killed' },
  { fields: { exit_code: null, status: null }, error: false, why: 'unknown is no error' },
  { fields: { status: 200 }, error: false, why: 'HTTP' },
  { fields: { status: 404 }, error: true, why: 'HTTP' },
  { fields: { status: '503' }, error: true, why: 'HTTP as text' },
  { fields: { status: -32601 }, error: true, why: 'JSON-RPC' },
  { fields: { status: 'completed' }, error: false, why: 'ACP' },
  { fields: { status: 'failed' }, error: true, why: 'ACP' },
  { fields: { status: 'success' }, error: false, why: 'Gemini' },
  { fields: { status: 'error' }, error: true, why: 'Gemini' },
  { fields: { status: 'declined' }, error: true, why: 'Codex' },
  { fields: { status: 'in_progress' }, error: false, why: 'not yet' },
])('a result with $fields is an error: $error ($why)', ({ fields, error }) => {
  expect(read(use(), result(fields)).interactions[0]?.is_error).toBe(error);
});

test.each([
  { input: undefined, text: undefined, bytes: 0, why: 'nothing' },
  { input: { a: 1 }, text: 'ok', bytes: 9, why: 'input as JSON and result as text' },
  { input: 'é', text: '€', bytes: 7, why: 'UTF-8, with the quotes of JSON' },
  { input: null, text: '😀', bytes: 8, why: 'a surrogate pair is four bytes' },
  { input: {}, text: '\ud800', bytes: 5, why: 'a lone surrogate becomes three bytes' },
])('$input and $text take $bytes bytes: $why', ({ input, text, bytes }) => {
  expect(read(use({ input }), result({ text })).interactions[0]?.context_bytes).toBe(bytes);
});

test('a use without a result is an interaction; a result without a use is only counted', () => {
  expect(read(result({ tool_id: 'x' }), use({ tool_id: 'y' }))).toMatchObject({
    unpaired_results: 1,
    interactions: [{ kind: 'tool', duration_ms: null, is_error: false, entry_ids: ['e2'] }],
  });
});

test('uses the ids of entries if they have them', () => {
  expect(read(use({ id: 'a' }), result()).interactions[0]?.entry_ids).toEqual(['a', 'e2']);
});

test.each(['command', 'action', 'path', 'commands'])('handles a hundred thousand levels of %s', (key) => {
  let input: unknown = 'ls';
  for (let level = 0; level < 1e5; level++) input = { [key]: level % 2 === 0 ? [input] : input };
  const { interactions } = read(use({ input }), use({ tool: 'Read', input }), use({ tool: 'git', input }));
  expect(interactions.map(({ categories }) => categories)).toEqual([['environment'], ['environment'], ['environment']]);
  expect(interactions[0]?.context_bytes).toBeGreaterThan(1e5);
});

const entries = fc.array(
  fc.record({
    type: fc.constantFrom('assistant', 'user', 'tool_use', 'tool_result', 'system', 'error'),
    at: fc.option(fc.oneof(fc.constantFrom(at(0), at(1), at(2), ''), fc.integer())),
    tool: fc.constantFrom('Bash', 'Read', 'x'),
    tool_id: fc.option(fc.constantFrom('a', 'b', '')),
    input: fc.jsonValue(),
    text: fc.option(fc.string()),
  }),
);

test('every use is one interaction, every entry is in at most one, and no duration is negative', () => {
  fc.assert(
    fc.property(entries, (list) => {
      const { interactions, unpaired_results } = compute(interactionsV1, { entries: list });
      const ids = interactions.flatMap(({ entry_ids }) => entry_ids);
      expect(new Set(ids).size).toBe(ids.length);
      expect(interactions.filter(({ kind }) => kind === 'tool')).toHaveLength(
        list.filter(({ type }) => type === 'tool_use').length,
      );
      expect(interactions.every(({ duration_ms }) => duration_ms === null || duration_ms >= 0)).toBe(true);
      const told = list.filter(({ type }) => ['assistant', 'tool_use', 'tool_result'].includes(type)).length;
      expect(ids.length + unpaired_results).toBe(told);
    }),
  );
});
