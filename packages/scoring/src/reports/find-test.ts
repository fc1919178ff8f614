import type { TestOutcome, TestReport } from '@assay/schema';

export const WORST_FIRST: readonly TestOutcome[] = ['failed', 'errored', 'skipped', 'passed'];

/** The outcome of the test with this name, for Go also without its package; the worst if there are several. */
export function findTest({ format, tests }: TestReport, name: string): TestOutcome | 'missing' {
  const isWanted = (found: string): boolean => found === name || (format === 'gotest' && found.endsWith(`::${name}`));
  const outcomes = new Set(tests.filter((test) => isWanted(test.name)).map(({ outcome }) => outcome));
  return WORST_FIRST.find((outcome) => outcomes.has(outcome)) ?? 'missing';
}
