import type { IntegrityFinding, ReportedRun } from '@assay/schema';
import { allPassed } from './made-runs.ts';

const SKIPPED: IntegrityFinding = {
  ...{ path: 'src/clock.test.ts', line: 10, message: 'a test is skipped', kind: 'added_skip' },
  ...{ type: 'no_new_skips', certain: true, after: 'test.skip("ticks")' },
};

const SPECIAL: IntegrityFinding = {
  ...{ path: 'src/clock.ts', line: 12, message: 'the code asks whether it is under test' },
  type: 'special_cased_tests',
};

const ALLOWED = {
  ...{ path: 'src/old.test.ts', message: 'a test file is gone', type: 'assertions_not_weakened' as const },
  reason: 'moved to src/clock.test.ts',
};

/** Every check passes, but a certain finding under `integrity: gate` shows that the tests were tampered with. */
export const tampered = (read: ReportedRun): ReportedRun =>
  decided(read, {
    result: 'tampered',
    result_reason: {
      ...{ message: 'src/clock.test.ts:10: a test is skipped', check: 'no_new_skips' },
      ...{ path: 'src/clock.test.ts', line: 10 },
    },
    // unsorted: the certain finding is not the first
    integrity: { mode: 'gate', findings: [SPECIAL, SKIPPED], allowed: [ALLOWED] },
  });

/** The same under `integrity: review`: passed, with findings to review. */
export const toReview = (read: ReportedRun): ReportedRun =>
  decided(read, {
    result: 'passed',
    result_reason: { message: '3 required checks and 2 stages passed; 2 integrity findings to review' },
    review: 2,
    integrity: { mode: 'review', findings: [SPECIAL, SKIPPED], allowed: [] },
  });

/** No scorer, no stage, no judge. */
export const unchecked = (read: ReportedRun): ReportedRun =>
  decided(read, {
    result: 'unchecked',
    result_reason: { message: 'Nothing was checked: add a required scorer or a stage to the scenario.' },
    ...{ results: [], stages: [], mean_score: null },
  });

function decided(read: ReportedRun, changes: Partial<NonNullable<ReportedRun['run']>>): ReportedRun {
  const { run, ...rest } = allPassed(read);
  if (run === undefined) throw new Error('Expected a run that Assay made, found a transcript');
  return { ...rest, run: { ...run, ...changes } };
}
