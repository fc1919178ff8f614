import type { ScorerResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { makeCheck, makeJudgment, makeUnparseable } from '../../test/made-judgment.ts';
import { makeProof, makeResult } from '../../test/made-result.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { drawProofs, drawRuns } from './runs.ts';

const failure = (side: 'agent' | 'environment', message = 'it went away') =>
  ({ class: side === 'agent' ? 'agent_stopped' : 'sandbox_lost', side, message }) as const;
const judged = (fields: Partial<ScorerResult>): ScorerResult =>
  ({
    name: 'tests',
    type: 'command',
    verdict: 'FAIL',
    score: 0,
    required: true,
    reason: 'exit code 1',
    findings: [],
    findings_omitted: 0,
    duration_ms: 1,
    ...fields,
  }) as ScorerResult;

test('draws one row per run under a heading', () => {
  const [heading, first, second] = drawRuns(
    [
      makeResult(),
      makeResult({
        repeat: 2,
        outcome: 'FAILED',
        overall: 'N/A',
        mean_score: null,
        cost_usd: null,
        wall_ms: null,
        proven: false,
      }),
    ],
    PLAIN,
  ).split('\n');
  expect(heading?.split(/ {2,}/)).toEqual([
    'result',
    'scenario',
    'agent',
    'run',
    'scorers',
    'mean',
    'card',
    'axis',
    'cost',
    'time',
    'proven',
  ]);
  expect(first?.split(/ {2,}/)).toEqual([
    'passed',
    'fix-add',
    'mine',
    '1',
    'PASS',
    '1.00',
    'Unranked',
    '–',
    '$0.0123',
    '2 min',
    'yes',
  ]);
  expect(second?.split(/ {2,}/)).toEqual([
    'failed',
    'fix-add',
    'mine',
    '2',
    'N/A',
    '–',
    'Unranked',
    '–',
    '–',
    '–',
    'no',
  ]);
});

test.each([
  { results: [makeResult()], says: '1 of 1 runs passed', why: 'passed' },
  { results: [makeResult({ overall: 'N/A' })], says: '1 of 1 runs passed', why: 'no scorers, only stages' },
  { results: [makeResult({ overall: 'FAIL' })], says: '0 of 1 runs passed; 1 failed', why: 'a required check failed' },
  {
    results: [makeResult({ overall: 'ERROR' })],
    says: '0 of 1 runs passed; 1 error (checks)',
    why: 'a scorer errored',
  },
  {
    results: [makeResult({ result: 'unchecked' })],
    says: '0 of 1 runs passed; 1 unchecked',
    why: 'nothing was checked',
  },
  {
    results: [makeResult({ result: 'tampered' })],
    says: '0 of 1 runs passed; 1 tampered',
    why: 'the checks were tampered with',
  },
  {
    results: [makeResult({ review: 1 })],
    says: '1 of 1 runs passed; 1 with integrity findings to review',
    why: 'passed with findings',
  },
  {
    results: [makeResult(), makeResult({ outcome: 'FAILED', overall: 'ERROR', failure: failure('environment') })],
    says: '1 of 2 runs passed; 1 error (environment)',
    why: 'infrastructure errors are excluded',
  },
  {
    results: [makeResult({ outcome: 'FAILED', overall: 'FAIL', failure: failure('agent') })],
    says: '0 of 1 runs passed; 1 failed',
    why: 'failures of the agent count',
  },
  {
    results: [makeResult({ judgment: makeJudgment({ verdict: 'FAIL', standing: 'probation' }) })],
    says: '1 of 1 runs passed; the judge passed 0 of 1, judged 1 of 1',
    why: 'a judge on probation does not decide',
  },
  {
    results: [makeResult({ proven: false }), makeResult({ proven: false, repeat: 2 })],
    says: '2 of 2 runs passed; 1 scenario unproven',
    why: 'a scenario is counted once',
  },
])('$says: $why', ({ results, says }) => {
  expect(drawRuns(results, PLAIN).split('\n')).toContain(says);
});

test('shows why a run did not pass', () => {
  const drawn = drawRuns(
    [
      makeResult({ failure: failure('environment'), outcome: 'FAILED' }),
      makeResult({
        repeat: 2,
        overall: 'FAIL',
        results: [
          judged({}),
          judged({ name: 'style', required: false }),
          judged({ name: 'size', verdict: 'ERROR', required: false, reason: 'no evidence' }),
          judged({ name: 'paths', verdict: 'PASS' }),
        ],
      }),
    ],
    PLAIN,
  ).split('\n');
  expect(drawn.slice(4, 10)).toEqual([
    'fix-add · mine · 1',
    '  error: it went away',
    'fix-add · mine · 2',
    '  failed: as the checks say',
    '  FAIL tests: exit code 1',
    '  ERROR size: no evidence',
  ]);
});

test('shows a verdict column and the number of judged runs if a judge was asked', () => {
  const probation = makeJudgment({ standing: 'probation', fact_checks: [] });
  const drawn = drawRuns(
    [
      makeResult({
        judgment: makeJudgment({
          fact_checks: [makeCheck({ statement: 'tests pass', status: 'violated', by: 'deterministic' })],
        }),
      }),
      makeResult({ repeat: 2, judgment: makeJudgment({ verdict: 'FAIL', failure_mode: 'incomplete' }) }),
      makeResult({ repeat: 3, judgment: makeUnparseable() }),
      makeResult({ repeat: 4, judgment: probation }),
      makeResult({ repeat: 5 }),
    ],
    PLAIN,
  ).split('\n');
  expect(drawn.slice(0, 6).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'judge',
    'PASS',
    'FAIL',
    'UNPARSEABLE',
    'PASS (probation)',
    'not asked',
  ]);
  expect(drawn.slice(7, 14)).toEqual([
    'fix-add · mine · 1',
    '  violated (checked by Assay): tests pass',
    'fix-add · mine · 2',
    '  failed: as the checks say',
    '  judge FAIL incomplete: The clock is monotonic now, and its tests were run after the last edit.',
    'fix-add · mine · 3',
    '  no judge verdict: rate_limited, 429 three times, the last with Retry-After 60',
  ]);
  expect(drawn).toContain('4 of 5 runs passed; 1 failed; the judge passed 2 of 3, judged 3 of 5');
});

test('a single run shows the whole judgment and who judged its interactions', () => {
  const judged = { judge: 'heuristic', judged: 40, of: 60, reason: 'a batch was cut off' };
  const drawn = drawRuns([makeResult({ judgment: makeJudgment(), interactions_judged: judged })], PLAIN).split('\n');
  expect(drawn[5]).toContain('Judge PASS: task completion 5');
  expect(drawn[9]).toBe('  interactions: judged 40 of 60 by heuristic; the others: a batch was cut off');
});

test('escapes control characters and line breaks from an agent', () => {
  const hostile = '\u001b[2J\rfix-add  other  1  COMPLETED\nfix-add  other  1  COMPLETED\u202e';
  const drawn = drawRuns(
    [
      makeResult({
        scenario: `a${hostile}`,
        agent: `b${hostile}`,
        folder: `/c${hostile}`,
        failure: failure('agent', hostile),
        results: [judged({ name: hostile, reason: hostile })],
      }),
    ],
    PLAIN,
  );
  // a heading, a row, a name and two reasons, the gates, totals, the folder, and four empty lines
  expect(drawn.split('\n')).toHaveLength(12);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
  expect(drawn.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test('only the result has color', () => {
  const [, passed, failed, uncounted] = drawRuns(
    [makeResult(), makeResult({ overall: 'FAIL' }), makeResult({ outcome: 'FAILED', failure: failure('environment') })],
    COLOR,
  ).split('\n');
  expect([passed, failed, uncounted].map((text) => text?.slice(0, 5))).toEqual([
    '\u001b[32m',
    '\u001b[31m',
    '\u001b[2me',
  ]);
  // the score of a failed run has no color
  expect(failed?.split('\u001b')).toHaveLength(3);
});

test('a proof lists its trials and their remarks', () => {
  const trial = { agent: 'nop', outcome: 'COMPLETED', scorers: 'PASS', holds: false, remark: 'passes\nit' } as const;
  const drawn = drawProofs(
    new Map([
      [
        'one',
        makeProof({
          trials: [
            { ...trial, agent: 'oracle', holds: true, remark: 'solves it' },
            { ...trial, holds: true, remark: 'failed: no', stopped_by: ['tests', 'scope'] },
            { ...trial, agent: 'cheat:skip-all', holds: true, remark: 'does not apply', idle: true },
          ],
        }),
      ],
      ['two', makeProof({ proven: false, reason: 'nop\u0007 passes', trials: [trial] })],
      ['three', makeProof({ proven: false, tried: false, reason: 'nop could not be tried: no disk' })],
    ]),
    PLAIN,
  );
  expect(drawn.split('\n').map((text) => text.replaceAll(/ {2,}/g, '  '))).toEqual([
    'one  proven',
    '  ✓ oracle  solves it',
    '  ✓ nop  failed: no (stopped by tests, scope)',
    '  · nothing to act on: skip-all',
    '',
    'two  unproven: nop\\u{7} passes',
    '  ✗ nop  passes it',
    '',
    'three  not proven yet: nop could not be tried: no disk. Run `assay run --prove` again.',
    '',
  ]);
});
