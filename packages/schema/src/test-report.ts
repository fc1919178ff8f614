import { z } from 'zod';
import { Count } from './units.ts';

/** The forms of test reports that are understood. */
export const ReportFormat = z
  .enum(['junit', 'ctrf', 'tap', 'gotest', 'pytest', 'vitest', 'jest', 'node', 'cargo', 'unittest'])
  .meta({ id: 'ReportFormat', description: 'The form of a test report.' });
export type ReportFormat = z.infer<typeof ReportFormat>;

/** How one test ended: `errored` did not come so far as to fail, `skipped` says nothing of the code. */
export const TestOutcome = z
  .enum(['passed', 'failed', 'errored', 'skipped'])
  .meta({ id: 'TestOutcome', description: 'How one test ended.' });
export type TestOutcome = z.infer<typeof TestOutcome>;

/** What a test runner said of its tests. It ran code of the agent's, so it can have been made to say anything. */
export const TestReport = z
  .object({
    format: ReportFormat,
    passed: Count,
    failed: Count,
    errored: Count,
    /** Not run, or expected to fail. */
    skipped: Count,
    tests: z.array(z.object({ name: z.string(), outcome: TestOutcome })),
    /** Whether more tests were counted than are listed, or part of what was printed is missing. */
    truncated: z.boolean(),
  })
  .meta({ id: 'TestReport', description: 'The tests a command ran, as its report counts and names them.' });
export type TestReport = z.infer<typeof TestReport>;
