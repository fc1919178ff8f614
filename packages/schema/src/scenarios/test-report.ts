import { z } from 'zod';
import { Count } from '../values/units.ts';

/** The supported test report formats. */
export const ReportFormat = z
  .enum([
    'junit',
    'ctrf',
    'tap',
    'gotest',
    'pytest',
    'vitest',
    'jest',
    'node',
    'cargo',
    'unittest',
    'mocha',
    'jasmine',
    'ava',
    'bun',
    'deno',
    'playwright',
    'rspec',
    'minitest',
    'phpunit',
    'ctest',
    'surefire',
    'gradle',
    'dotnet',
    'exunit',
    'bats',
  ])
  .meta({ id: 'ReportFormat', description: 'Format of a test report.' });
export type ReportFormat = z.infer<typeof ReportFormat>;

/** How one test ended. `errored`: it broke before it could fail. `skipped`: it says nothing about the code. */
export const TestOutcome = z
  .enum(['passed', 'failed', 'errored', 'skipped'])
  .meta({ id: 'TestOutcome', description: 'How one test ended.' });
export type TestOutcome = z.infer<typeof TestOutcome>;

/** What an outcome does not say. `timed_out` and `crashed`: it did not end by itself. `flaky`: it passed when repeated. */
export const TestState = z
  .enum(['todo', 'expected_failure', 'unexpected_pass', 'not_collected', 'crashed', 'timed_out', 'flaky'])
  .meta({ id: 'TestState', description: 'More about how a test ended.' });
export type TestState = z.infer<typeof TestState>;

/** How a report was obtained: written by a reporter that Assay added, printed for machines, or printed for people. */
export const ReportSource = z
  .enum(['reporter', 'output', 'text'])
  .meta({ id: 'ReportSource', description: 'How a test report was obtained.' });
export type ReportSource = z.infer<typeof ReportSource>;

/** A test runner's report. Untrusted: the runner executed the agent's code, which can fake any report. */
export const TestReport = z
  .object({
    format: ReportFormat,
    source: ReportSource.optional(),
    passed: Count,
    failed: Count,
    errored: Count,
    /** Not run, or expected to fail. */
    skipped: Count,
    tests: z.array(
      z.object({
        name: z.string(),
        outcome: TestOutcome,
        /** Relative to the workspace. */
        file: z.string().optional(),
        state: TestState.optional(),
      }),
    ),
    /** Whether more tests were counted than listed, or part of the output is missing. */
    truncated: z.boolean(),
  })
  .meta({ id: 'TestReport', description: 'The tests a command ran, according to its report.' });
export type TestReport = z.infer<typeof TestReport>;
