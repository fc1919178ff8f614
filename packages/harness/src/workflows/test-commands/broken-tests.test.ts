import type { TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { findBroken, isNamed, runsNoOthers } from './broken-tests.ts';

const report = (tests: Readonly<Record<string, TestReport['tests'][number]['outcome']>>): TestReport => {
  const count = (wanted: string) => Object.values(tests).filter((outcome) => outcome === wanted).length;
  return {
    ...{ format: 'pytest', passed: count('passed'), failed: count('failed') },
    ...{ errored: count('errored'), skipped: count('skipped'), truncated: false },
    tests: Object.entries(tests).map(([name, outcome]) => ({ name, outcome })),
  };
};

test('finds the tests that passed and fail now', () => {
  const before = report({ a: 'passed', b: 'passed', c: 'failed', d: 'passed', e: 'skipped' });
  const now = report({ a: 'failed', b: 'errored', c: 'failed', e: 'failed', f: 'failed' });
  expect(findBroken(before, now)).toEqual(['a', 'b']);
});

test.each([
  { failed: 1, broken: ['b'], why: 'the failure has no name' },
  { failed: 0, broken: [], why: 'nothing failed: it was not run' },
])('a test is missing, $why', ({ failed, broken }) => {
  const now = { ...report({ a: 'passed' }), failed };
  expect(findBroken(report({ a: 'passed', b: 'passed' }), now)).toEqual(broken);
});

test.each([
  { now: { a: 'failed' }, expected: true, why: 'fewer tests' },
  { now: { a: 'passed', c: 'skipped' }, expected: true, why: 'one more that is skipped' },
  { now: { a: 'passed', c: 'passed' }, expected: false, why: 'another name' },
] as const)('$why: $expected', ({ now, expected }) => {
  expect(runsNoOthers(report({ a: 'passed', b: 'passed' }), report(now))).toBe(expected);
});

test.each([
  { found: null, expected: false, why: 'no report' },
  { found: report({}), expected: false, why: 'no tests' },
  { found: report({ a: 'passed' }), expected: true, why: 'all are named' },
  { found: { ...report({ a: 'passed' }), passed: 2 }, expected: false, why: 'one without a name' },
  { found: { ...report({ a: 'passed' }), truncated: true }, expected: false, why: 'an incomplete list' },
])('has names: $expected, $why', ({ found, expected }) => {
  expect(isNamed(found)).toBe(expected);
});
