import type { Run } from '@assay/schema';
import { expect, test } from 'vitest';
import { costFacts } from './run-facts.ts';

const usage = { input_tokens: 12_000, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 900 };
const run = { usage, cost_usd_micros: 1_500_000, cost_source: 'priced', wall_ms: 1000 } as Run;

function noteOf(name: string, changes: Partial<Run>): string | undefined {
  return costFacts({ ...run, ...changes }, []).find((fact) => fact.name === name)?.note;
}

test.each<{ why: string; fact: string; run: Partial<Run>; note: string }>([
  { why: 'no claim', fact: 'Cost', run: {}, note: 'priced from its tokens' },
  {
    why: 'a claimed cost',
    fact: 'Cost',
    run: { claimed: { usage: null, cost_usd_micros: 20_000 } },
    note: 'priced from its tokens; the agent claims $0.02',
  },
  {
    why: 'claimed tokens',
    fact: 'Tokens',
    run: { claimed: { usage: { ...usage, input_tokens: 9, output_tokens: 3 }, cost_usd_micros: null } },
    note: '0 read from and 0 written to the cache; the agent claims 9 in, 3 out',
  },
  {
    why: 'steps that the gateway saw',
    fact: 'Interactions',
    run: { steps: { seen_by: 'gateway', claimed: 0, hidden: 0 } },
    note: 'no errors',
  },
  {
    why: 'claimed and hidden steps',
    fact: 'Interactions',
    run: { steps: { seen_by: 'gateway', claimed: 1, hidden: 2 } },
    note: 'no errors; 1 claimed: no model asked for them, and they do not count; 2 added by the gateway: the agent does not show them',
  },
  {
    why: 'a transcript without a witness',
    fact: 'Interactions',
    run: { steps: { seen_by: 'agent', claimed: 4, hidden: 0 } },
    note: 'no errors; claimed by the agent as a whole: it did not use the gateway for its model',
  },
])('shows $why beside what was seen', ({ fact, run: changes, note }) => {
  expect(noteOf(fact, changes)).toBe(note);
});
