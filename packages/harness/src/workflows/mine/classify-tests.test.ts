import type { TestOutcome, TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { RejectedError } from '../rejection.ts';
import { classifyTests, hidesAll } from './classify-tests.ts';

const OUTCOMES = { p: 'passed', f: 'failed', e: 'errored', s: 'skipped' } as const satisfies Record<
  string,
  TestOutcome
>;

/** A run in which tests a, b, … end as the letters say; `-` for a test that is missing. */
function ran(letters: string | null, rest: object = {}) {
  const tests = [...(letters ?? '')].flatMap((letter, index) =>
    letter === '-'
      ? []
      : [{ name: String.fromCharCode(97 + index), outcome: OUTCOMES[letter as keyof typeof OUTCOMES] }],
  );
  const count = (outcome: TestOutcome) => tests.filter((each) => each.outcome === outcome).length;
  const [passed, failed, errored, skipped] = [count('passed'), count('failed'), count('errored'), count('skipped')];
  const report: TestReport | null =
    letters === null ? null : { format: 'pytest', passed, failed, errored, skipped, tests, truncated: false };
  return { exit_code: failed + errored > 0 || letters === null ? 1 : 0, timed_out: false, output: '', report, ...rest };
}

test.each([
  { case: 'a test that is fixed', red: ['fp'], green: ['pp'], f2p: ['a'], p2p: ['b'], same_tests: true },
  { case: 'a new test', red: ['-p'], green: ['pp'], f2p: ['a'], p2p: ['b'], same_tests: true },
  {
    case: 'a file that cannot be collected',
    red: ['--e'],
    green: ['pp-'],
    f2p: ['a', 'b'],
    p2p: [],
    same_tests: false,
  },
  { case: 'code that does not compile', red: [null], green: ['pp'], f2p: ['a', 'b'], p2p: [], same_tests: true },
  { case: 'a flaky test beside it', red: ['fp', 'ff'], green: ['pp', 'pp'], f2p: ['a'], p2p: [], same_tests: false },
  { case: 'a test that always fails', red: ['ff'], green: ['pf'], f2p: ['a'], p2p: [], same_tests: true },
  { case: 'a test that was skipped', red: ['sp'], green: ['pp'], f2p: ['a'], p2p: ['b'], same_tests: true },
])('$case', ({ red, green, f2p, p2p, same_tests }) => {
  const found = classifyTests({ red: red.map((each) => ran(each)), green: green.map((each) => ran(each)) });
  expect(found).toMatchObject({ fail_to_pass: f2p, pass_to_pass: p2p, same_tests });
});

test('tests that pass at the seed with its own tests are not fixed, although the changed ones do not compile there', () => {
  const [red, green, old] = [ran(null), ran('ppp'), ran('pf-')];
  expect(hidesAll({ red, green })).toBe(true);
  expect(hidesAll({ red: ran('f--'), green })).toBe(false);
  expect(classifyTests({ red: [red], green: [green], old })).toMatchObject({
    fail_to_pass: ['b', 'c'],
    pass_to_pass: ['a'],
  });
  expect(rejects(() => classifyTests({ red: [red], green: [green], old: ran('ppp') }))).toBe('already_green');
});

test.each([
  { exit_code: 0, letters: 'pp', succeeds: true },
  { exit_code: 1, letters: 'pp', succeeds: false },
  { exit_code: 0, letters: 'pf', succeeds: false },
])('exit code $exit_code with $letters: $succeeds', ({ exit_code, letters, succeeds }) => {
  expect(classifyTests({ red: [ran('ff')], green: [ran(letters, { exit_code })] })).toMatchObject({ succeeds });
});

const rejects = (action: () => unknown): string | undefined => {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof RejectedError ? error.reason : String(error);
  }
};

test.each([
  { case: 'tests that pass already', red: [ran('pp')], green: [ran('pp')], reason: 'already_green' },
  { case: 'tests that never pass', red: [ran('ff')], green: [ran('ff')], reason: 'never_green' },
  { case: 'a report without names', red: [ran('f')], green: [{ ...ran('p'), report: null }], reason: 'never_green' },
  { case: 'a test that passes once', red: [ran('fp'), ran('fp')], green: [ran('pp'), ran('fp')], reason: 'flaky' },
  { case: 'a run that hangs', red: [ran('f', { timed_out: true })], green: [ran('p')], reason: 'timeout' },
  {
    case: 'success without a report',
    red: [ran(null, { exit_code: 0 })],
    green: [ran('p')],
    reason: 'tests_do_not_apply',
  },
])('rejects $case', ({ red, green, reason }) => {
  expect(rejects(() => classifyTests({ red, green }))).toBe(reason);
});
