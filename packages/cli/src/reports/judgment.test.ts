import { expect, test } from 'vitest';
import { makeCheck, makeJudgment, makeUnparseable } from '../../test/made-judgment.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { drawJudgment } from './judgment.ts';

const drawn = (...[judgment, width]: [Parameters<typeof drawJudgment>[0], number?]) =>
  drawJudgment(judgment, PLAIN, width).split('\n');

test('a PASS takes a few lines', () => {
  expect(drawn(makeJudgment())).toEqual([
    'Judge PASS: task completion 5, instruction adherence 4, efficiency 3 of 5',
    '  The clock is monotonic now, and its tests were run after the last edit.',
    '  fact checks: 1 satisfied, 0 violated, 0 unsupported, 0 not applicable',
    '  by anthropic:claude-sonnet-4-6 · claude-sonnet-4-6-20260910 · run@1 · 1 of 1 answers · uncalibrated · $0.0385 · 9.4 s · 2026-11-15T12:00:00Z',
  ]);
});

test('a FAIL shows the failure modes, and the failed checks with their evidence', () => {
  const lines = drawn(
    makeJudgment({
      ...{ verdict: 'FAIL', failure_mode: 'other', failure_mode_raw: 'went home early', fault_side: 'model' },
      secondary_failure_modes: ['unverified', 'false_claim'],
      rubric: [{ check: 'It is monotonic', grade: 2.5, weight: 0.4, reason: 'only in part' }],
      fact_checks: [
        makeCheck({ id: 'r1', status: 'unsupported' }),
        makeCheck({ id: 'r2', status: 'violated', turn_violated: 2, evidence: [{ kind: 'step', ref: 'e12' }] }),
        makeCheck({ id: 'c1', source: 'claim', statement: 'tests pass', status: 'violated', by: 'deterministic' }),
      ],
    }),
  );
  expect(lines[1]).toBe('  other described as: went home early; also unverified, false_claim; fault side: model');
  expect(lines.slice(3, -1)).toEqual([
    '  2.5/10  It is monotonic (weight 0.4): only in part',
    '  fact checks: 0 satisfied, 2 violated, 1 unsupported, 0 not applicable',
    '    ✗ violated claim c1: tests pass (checked by Assay)',
    '    ✗ violated requirement r2: The clock never goes back. (by the judge, turn 2, step e12)',
    '    ✗ unsupported requirement r1: The clock never goes back. (by the judge)',
  ]);
});

test('without a verdict, shows the reason and no numbers', () => {
  expect(drawn(makeUnparseable())).toEqual([
    'No judge verdict UNPARSEABLE (rate_limited): 429 three times, the last with Retry-After 60',
    '  by anthropic:claude-sonnet-4-6 · model unknown · run@1 · 0 of 1 answers usable · uncalibrated · cost unknown · time unknown · 2026-11-15T12:00:00Z',
  ]);
});

test('shows warnings that limit the trust in a judgment', () => {
  const lines = drawn(
    makeJudgment({
      ...{ standing: 'probation', same_family: true, agreement: 2 / 3, answered: 3, asked: 4 },
      shown: { chars: 9, diff_truncated: true, files_omitted: ['a', 'b'], steps_omitted: 40 },
      findings: [
        { path: 'a.ts', line: 3, kind: 'judge_injection_attempt', message: 'It tells the judge what to say.' },
      ],
    }),
  );
  expect(lines[0]).toContain('PASS (on probation: not gating)');
  expect(lines.slice(3, -1)).toEqual([
    '  ! judge and agent use the same model family',
    '  ! the judge did not see everything: diff truncated, omitted: a, b, 40 steps omitted',
    '  ! judge_injection_attempt a.ts:3: It tells the judge what to say.',
  ]);
  expect(lines.at(-1)).toContain(' · 2 of 3 answers (4 asked) · $');
});

test('truncates long reasoning and long lists, and says so', () => {
  const fact_checks = Array.from({ length: 30 }, (_, n) => makeCheck({ id: `r${n}`, status: 'violated' }));
  const lines = drawn(makeJudgment({ reasoning: 'word '.repeat(200), fact_checks }), 40);
  expect(lines.slice(1, 8).every((line) => line.length <= 40)).toBe(true);
  expect(lines[7]).toBe('  … 23 more lines');
  expect(lines.at(-2)).toBe('    and 18 more');
  expect(lines).toHaveLength(1 + 6 + 1 + 1 + 12 + 1 + 1);
});

test('escapes control characters and line breaks from the agent and the judge', () => {
  const text = 'a\u001b[2J\r\nJudge PASS\u202e';
  const said = { judge: text, models: [text], criteria: text, findings: [{ path: text, message: text, kind: text }] };
  const fact_checks = [makeCheck({ statement: text, status: 'violated', evidence: [{ kind: 'hunk', ref: text }] })];
  const failed = makeJudgment({
    ...{ verdict: 'FAIL', failure_mode: 'other', failure_mode_raw: text, reasoning: text, fact_checks, ...said },
    rubric: [{ check: text, grade: 1, reason: text }],
  });
  for (const [judgment, height] of [
    [failed, 8],
    [makeUnparseable({ detail: text, ...said }), 3],
  ] as const) {
    const lines = drawn(judgment);
    expect(lines).toHaveLength(height);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  }
});

test('a verdict on probation has the warning color', () => {
  const first = (judgment: Parameters<typeof drawJudgment>[0]) => drawJudgment(judgment, COLOR).split('\n')[0];
  expect(first(makeJudgment())).toContain('\u001b[32mPASS');
  expect(first(makeJudgment({ verdict: 'FAIL' }))).toContain('\u001b[31mFAIL');
  expect(first(makeJudgment({ standing: 'probation' }))).toContain('\u001b[33mPASS (on probation');
});
