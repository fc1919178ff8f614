import type { TestOutcome, TestReport } from '@assay/schema';

export const WORST_FIRST: readonly TestOutcome[] = ['failed', 'errored', 'skipped', 'passed'];

/** The outcome of the test with exactly this name; the worst if there are several. */
export function findTest({ tests }: TestReport, name: string): TestOutcome | 'missing' {
  const outcomes = new Set(tests.filter((test) => test.name === name).map(({ outcome }) => outcome));
  return WORST_FIRST.find((outcome) => outcomes.has(outcome)) ?? 'missing';
}
