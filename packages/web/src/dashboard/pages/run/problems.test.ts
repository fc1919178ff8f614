import type { Finding, Grade, ScorerResult, Stage } from '@assay/schema';
import { parseDiff } from '@assay/scoring';
import { expect, test } from 'vitest';
import { findExcerpts, listProblems, type Problem } from './problems.ts';

const check = (fields: Partial<ScorerResult>) =>
  ({
    verdict: 'FAIL',
    type: 'command',
    required: true,
    reason: '',
    findings: [],
    findings_omitted: 0,
    ...fields,
  }) as ScorerResult;

const grade = (fields: Partial<Grade>) =>
  ({
    ...{ result: 'failed', result_reason: { message: '' }, results: [], judgment: null },
    ...{ gates: { judge: null }, integrity: { mode: 'gate', findings: [], allowed: [] } },
    ...fields,
  }) as unknown as Grade;

const tell = ({ name, word, tone }: Problem): string => `${name} ${word} ${tone}`;

test.each<{ fields: Partial<Grade>; stages?: readonly Stage[]; told: readonly string[]; why: string }>([
  { fields: { result: 'passed', results: [check({ name: 'a', verdict: 'PASS', score: 1 })] }, told: [], why: 'a pass' },
  {
    fields: { results: [check({ name: 'advice', required: false }), check({ name: 'tests' })] },
    told: ['tests FAIL bad', 'advice FAIL warn'],
    why: 'required checks come first',
  },
  {
    fields: {
      result_reason: { message: '', check: 'advice' },
      results: [check({ name: 'tests' }), check({ name: 'advice', required: false })],
    },
    told: ['advice FAIL bad', 'tests FAIL bad'],
    why: 'the deciding check comes first, whatever its kind',
  },
  {
    fields: { result_reason: { message: '', stage: 'build' }, results: [check({ name: 'tests' })] },
    stages: [{ name: 'build', attempts: 3, passed: false }],
    told: ['build FAIL bad', 'tests FAIL bad'],
    why: 'a stage that failed',
  },
  {
    fields: {
      result: 'tampered',
      integrity: {
        mode: 'gate',
        findings: [
          { type: 'no_new_skips', check: 'skips', path: 'a', message: '', certain: true },
          { type: 'tests_unmodified', path: 'a', message: '', certain: true },
          { type: 'no_new_skips', path: 'b', message: '' },
        ],
        allowed: [],
      },
      results: [check({ name: 'skips' })],
    },
    told: ['skips FAIL bad', 'tests_unmodified FAIL bad', 'no_new_skips REVIEW warn'],
    why: 'findings of detectors, except those of a check that failed',
  },
  {
    fields: { results: [check({ name: 'odd', verdict: 'ERROR', score: null }), check({ name: 'tests' })] },
    told: ['tests FAIL bad', 'odd ERROR warn'],
    why: 'a required check that could not be run',
  },
])('$why', ({ fields, stages = [], told }) => {
  expect(listProblems(grade(fields), stages).map(tell)).toEqual(told);
});

test('each place is shown once, at the first finding with a line', () => {
  const patch = ['a', 'b'].map(
    (name) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n`,
  );
  const whole: Finding = { path: 'a', message: 'changed' };
  const line: Finding = { path: 'a', line: 1, message: 'here' };
  const near: Finding = { path: 'a', line: 2, message: 'and here' };
  const other: Finding = { path: 'b', message: 'changed' };
  const missing: Finding = { path: 'c', line: 1, message: 'not in the patch' };
  const problems = [{ findings: [whole, line] }, { findings: [near, other, missing] }] as unknown as readonly Problem[];
  const excerpts = findExcerpts(problems, parseDiff(patch.join('')), []);
  expect([...excerpts.keys()]).toEqual([line, other]);
  expect(excerpts.get(line)?.map(({ text }) => text)).toEqual(['old', 'new', 'same']);
});
