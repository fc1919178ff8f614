import { expect, test } from 'vitest';
import { makeJudgment, makeUnparseable } from '../../../../../cli/test/made-judgment.ts';
import { interactionFacts, judgeFacts } from './judge-facts.ts';

const tell = (facts: ReturnType<typeof judgeFacts>) =>
  facts.map(({ name, value, note }) => `${name}: ${value}, ${note}`);

test('lists judge, criteria, calibration, shown evidence, cost and latency', () => {
  expect(tell(judgeFacts(makeJudgment()))).toEqual([
    'Judge: anthropic:claude-sonnet-4-6, model observed: claude-sonnet-4-6-20260910',
    'Criteria: run@1, 1 of 1 answers usable',
    'Calibration: uncalibrated, not yet compared with people',
    'Shown: 48.2K characters, nothing omitted',
    'Cost of judging: $0.0385, 14.8K tokens in (9.2K cached), 1.24K out',
    'Latency: 9.4 s, judged at 2026-11-15 12:00:00 UTC',
  ]);
});

test('shows missing values as unknown, never zero', () => {
  const facts = tell(judgeFacts(makeUnparseable({ judged_at: null })));
  expect(facts[0]).toContain('model not observed');
  expect(facts.slice(-2)).toEqual(['Cost of judging: unknown, tokens unknown', 'Latency: unknown, judged at unknown']);
});

test.each([
  { judged: null, told: [], why: 'none' },
  {
    judged: { judge: 'heuristic', judged: 6, of: 6, reason: null },
    told: ['Interactions: judged 6 of 6, by heuristic'],
    why: 'all',
  },
  {
    judged: { judge: 'openai:gpt-5', judged: 0, of: 6, reason: 'over_budget' },
    told: ['Interactions: judged 0 of 6, by openai:gpt-5; the others: over_budget'],
    why: 'some missing, with the reason',
  },
])('judged interactions: $why', ({ judged, told }) => {
  expect(tell(interactionFacts(judged))).toEqual(told);
});
