import type { TranscriptEntry, Usage } from '@assay/schema';
import { expect, test } from 'vitest';
import { combineTurns } from './combine-turns.ts';
import type { Turn } from './run-agent-turn.ts';

const usage = (tokens: number): Usage => ({
  input_tokens: tokens,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 1,
});

function turn(summary: Partial<Turn['summary']> = {}, entries: readonly TranscriptEntry[] = [], arrivals = 0): Turn {
  return {
    entries,
    arrivals,
    ended: null,
    tails: null,
    limit: null,
    summary: {
      format: 'codex-exec',
      agent: 'codex',
      agent_version: null,
      model: null,
      session_id: null,
      interactions: [],
      usage: null,
      cost_usd: null,
      cost_source: null,
      started_at: null,
      wall_ms: null,
      end: { status: 'completed', reason: 'done' },
      counts: { records: 1, entries: entries.length, unknown: 0, repaired: 0 },
      warnings: [],
      ...summary,
    },
  };
}

const reported = (cost_usd: number) => ({ cost_usd, cost_source: 'reported' as const });
const priced = (cost_usd: number) => ({ cost_usd, cost_source: 'priced' as const });
const unknown = { cost_usd: null, cost_source: null };

test('no turns give no transcript', () => {
  expect(combineTurns([])).toBeNull();
});

test.each([
  { turns: [reported(1), reported(2)], totals: 'turn', ...reported(3), why: 'each reports its own' },
  { turns: [priced(1), priced(2)], totals: 'turn', ...priced(3), why: 'all are priced' },
  { turns: [reported(1), priced(2)], totals: 'turn', ...unknown, why: 'reported and priced costs are not added' },
  { turns: [reported(1), unknown], totals: 'turn', ...unknown, why: 'one is unknown' },
  { turns: [unknown, unknown], totals: 'turn', ...unknown, why: 'all are unknown' },
  { turns: [reported(0), reported(0)], totals: 'turn', ...reported(0), why: 'zero is a cost' },
  { turns: [reported(1), reported(3)], totals: 'session', ...reported(3), why: 'the last includes all' },
  { turns: [priced(1), reported(3)], totals: 'session', ...reported(3), why: 'the last decides the source' },
] as const)('cost of the $totals: $why', ({ turns, totals, cost_usd, cost_source }) => {
  const known = turns.map((cost) => turn({ ...cost, usage: usage(1) }));
  expect(combineTurns(known, totals)?.transcript).toMatchObject({ cost_usd, cost_source });
});

test.each([
  { tokens: [5, 7], totals: 'turn', sum: { input_tokens: 12, output_tokens: 2 }, why: 'summed' },
  { tokens: [5, null], totals: 'turn', sum: { input_tokens: 5, output_tokens: 1 }, why: 'known ones are summed' },
  { tokens: [null, null], totals: 'turn', sum: null, why: 'unknown' },
  { tokens: [5, 12], totals: 'session', sum: { input_tokens: 12, output_tokens: 1 }, why: 'the last includes all' },
  { tokens: [5, null], totals: 'session', sum: { input_tokens: 5, output_tokens: 1 }, why: 'the last was interrupted' },
] as const)('tokens of the $totals: $why', ({ tokens, totals, sum }) => {
  const turns = tokens.map((count) => turn({ usage: count === null ? null : usage(count) }));
  const found = combineTurns(turns, totals)?.transcript.usage;
  if (sum === null) expect(found).toBeNull();
  else expect(found).toMatchObject(sum);
});

const at = (second: number): string => `2026-11-15T12:00:${String(second).padStart(2, '0')}.000Z`;
const called = (tool_id: string, second: number): TranscriptEntry => ({
  id: 'e1',
  type: 'tool_use',
  tool: 'Bash',
  tool_id,
  input: { command: 'ls' },
  at: at(second),
});
const answered = (tool_id: string, second: number): TranscriptEntry => ({
  id: 'e2',
  type: 'tool_result',
  tool_id,
  text: 'ok',
  at: at(second),
});

test('numbers entries consecutively and pairs calls with results across turns', () => {
  const combined = combineTurns([
    turn({}, [called('a', 0), answered('a', 2), called('b', 3)]),
    turn({}, [answered('b', 7), called('c', 8), answered('c', 9)]),
  ]);
  const { entries = [], interactions = [], started_at, wall_ms, counts } = combined?.transcript ?? {};
  expect(entries.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
  expect(interactions.map(({ entry_ids, duration_ms }) => [entry_ids, duration_ms])).toEqual([
    [['e1', 'e2'], 2000],
    [['e3', 'e4'], 4000],
    [['e5', 'e6'], 1000],
  ]);
  expect([started_at, wall_ms]).toEqual([at(0), 9000]);
  expect(counts).toEqual({ records: 2, entries: 6, unknown: 0, repaired: 0 });
});

test('keeps the last end, model, version and session, and all warnings', () => {
  const combined = combineTurns([
    turn({ model: 'm1', agent_version: '1.0', session_id: 's', warnings: ['odd', 'first'] }),
    turn({ model: 'm2', session_id: 's2', warnings: ['odd'] }),
    turn({ end: { status: 'failed', reason: 'gave up' } }),
  ]);
  expect(combined?.transcript).toMatchObject({
    model: 'm2',
    agent_version: '1.0',
    end: { status: 'failed', reason: 'gave up' },
    warnings: ['odd', 'first'],
  });
});

const two = [called('a', 0), answered('a', 2)];
test.each([
  { turns: [turn({}, two, 0)], timestamps: 'agent', why: 'all entries have their own' },
  { turns: [turn({}, two, 2), turn({}, two, 2)], timestamps: 'arrival', why: 'none has' },
  { turns: [turn({}, two, 1)], timestamps: 'mixed', why: 'one of two has' },
  { turns: [turn({}, two, 0), turn({}, two, 2)], timestamps: 'mixed', why: 'those of one turn have' },
  { turns: [turn()], timestamps: null, why: 'there are none' },
])('$timestamps: $why', ({ turns, timestamps }) => {
  expect(combineTurns(turns)?.timestamps).toBe(timestamps);
});
