import { Gates, type Judgment } from '@assay/schema';
import { expect, test } from 'vitest';
import { orderChecks, viewJudgeGate } from './judgment.ts';

const check = (id: string, status: 'satisfied' | 'violated' | 'unsupported' | 'not_applicable', by = 'judge') =>
  ({ id, status, by }) as Parameters<typeof orderChecks>[0][number];

test('lists violations found by Assay first and inapplicable checks last', () => {
  const ordered = orderChecks([
    check('a', 'not_applicable'),
    check('b', 'satisfied', 'deterministic'),
    check('c', 'unsupported'),
    check('d', 'violated'),
    check('e', 'violated', 'deterministic'),
    check('f', 'satisfied'),
  ]);
  expect(ordered.map(({ id }) => id).join('')).toBe('edcbfa');
});

const gates = (judge: 'PASS' | 'FAIL' | null): Gates =>
  Gates.parse({
    ...{ scorers: 'PASS', judge, run: 'PASS', disagreement: null, formula: 'gates', formula_version: '1' },
    ...{ reasons: { scorers: 's', judge: judge === null ? 'no judge gave a verdict' : 'it said so', run: 'r' } },
    ...{ defaulted: [], ledger: [] },
  });

test.each([
  {
    ...{ judge: 'PASS', judgment: null },
    shown: { word: 'PASS', tone: 'good', reason: 'it said so' },
    why: 'the formula decides without a judgment',
  },
  {
    ...{ judge: 'FAIL', judgment: { status: 'judged', standing: 'calibrated', verdict: 'FAIL' } },
    shown: { word: 'FAIL', tone: 'bad', reason: 'it said so' },
    why: 'a calibrated judge is a gate',
  },
  {
    ...{ judge: null, judgment: { status: 'judged', standing: 'probation', verdict: 'PASS' } },
    shown: { word: 'PASS', tone: 'muted', reason: 'on probation, so not a gate; verdict PASS' },
    why: 'probation is shown',
  },
  {
    ...{ judge: null, judgment: { status: 'unparseable', reason: 'rate_limited', detail: '429 three times' } },
    shown: { word: 'UNPARSEABLE', tone: 'warn', reason: 'no verdict: rate_limited, 429 three times' },
    why: 'the reason for a missing verdict is shown',
  },
] satisfies { judge: Gates['judge']; judgment: object | null; shown: object; why: string }[])(
  'judge gate: $why',
  ({ judge, judgment, shown }) => {
    expect(viewJudgeGate(gates(judge), { judgment: judgment as Judgment | null })).toEqual(shown);
  },
);

test('a judge that the scenario does not require has no color', () => {
  const judgment = { status: 'judged', standing: 'calibrated', verdict: 'FAIL' } as Judgment;
  expect(viewJudgeGate(gates('FAIL'), { judgment, judge_gates: false })).toMatchObject({
    word: 'FAIL',
    tone: 'muted',
    reason: expect.stringMatching(/; the scenario does not require it$/),
  });
});
