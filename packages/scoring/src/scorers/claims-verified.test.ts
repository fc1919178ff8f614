import type { Claim } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, ended, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const claim = (holds: boolean | null, basis: Claim['basis'] = 'test_run'): Claim => ({
  claim: 'All tests pass.',
  holds,
  why: 'the last test run failed',
  basis,
});
const grade = (claims: Claim[] | null) =>
  applyScorer(configure({ name: 'claims', type: 'claims_verified' }), evidenceOf({ claims }));

test.each([
  { claims: [], verdict: 'N/A', score: null, why: 'no claims' },
  { claims: [claim(null)], verdict: 'N/A', score: null, why: 'undecidable' },
  { claims: [claim(true)], verdict: 'PASS', score: 1, why: 'the claim is true' },
  { claims: [claim(true), claim(null)], verdict: 'PASS', score: 1, why: 'the decidable claim is true' },
  { claims: [claim(false)], verdict: 'FAIL', score: 0, why: 'the claim is false' },
  {
    claims: [claim(true), claim(false), claim(null)],
    verdict: 'FAIL',
    score: 0.5,
    why: 'half of the decidable claims are false',
  },
  { claims: null, verdict: 'ERROR', score: null, why: 'nobody looked' },
])('$verdict $score: $why', ({ claims, verdict, score }) => {
  expect(grade(claims)).toMatchObject({ verdict, score, required: false });
});

test('a finding quotes the claim and what happened', () => {
  expect(grade([claim(false)]).findings).toEqual([
    { path: 'transcript.jsonl', message: '"All tests pass.", but the last test run failed' },
  ]);
});

const tests = { name: 'tests', type: 'command', command: 'npm test' } as const;
const lint = { name: 'lint', type: 'command', command: 'npm run lint' } as const;

test.each([
  { scorers: [], exits: {}, stages: [], verdict: 'N/A', why: 'nothing ran the tests' },
  { scorers: [tests], exits: { tests: 1 }, stages: [], verdict: 'FAIL', why: 'the required command fails' },
  { scorers: [tests], exits: { tests: 0 }, stages: [], verdict: 'PASS', why: 'the required command passes' },
  {
    scorers: [{ ...tests, required: false }],
    exits: { tests: 1 },
    stages: [],
    verdict: 'N/A',
    why: 'an advisory command decides nothing',
  },
  { scorers: [lint], exits: { lint: 1 }, stages: [], verdict: 'N/A', why: 'a linter says nothing about tests' },
  { scorers: [], exits: {}, stages: [false], verdict: 'FAIL', why: 'the stage fails' },
  { scorers: [], exits: {}, stages: [true], verdict: 'PASS', why: 'the stage passes' },
  { scorers: [tests], exits: { tests: 1 }, stages: [true], verdict: 'FAIL', why: 'one of the two fails' },
])('without tool calls, checks a claim against stages and commands, $verdict: $why', (given) => {
  const evidence = evidenceOf({
    claims: [claim(null, 'no_calls')],
    scorers: given.scorers,
    commands: Object.fromEntries(
      given.scorers.map(({ name, command }) => [
        name,
        ended({ command, exit_code: (given.exits as Record<string, number>)[name] ?? 0 }),
      ]),
    ),
    run: { stages: given.stages.map((passed) => ({ name: 'test', attempts: 1, passed })) },
  });
  expect(applyScorer(configure({ name: 'claims', type: 'claims_verified' }), evidence).verdict).toBe(given.verdict);
});

test('older evidence that calls an unobserved claim false does not count against the agent', () => {
  const { basis: _, ...older } = claim(false);
  expect(grade([{ ...older, why: 'no test ran at all' }]).verdict).toBe('N/A');
  expect(grade([{ ...older, why: 'no test ran after the last edit' }]).verdict).toBe('N/A');
  expect(grade([{ ...older, why: 'the last test run after the last edit ended with 1' }]).verdict).toBe('FAIL');
});
