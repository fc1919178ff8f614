import { z } from 'zod';
import { TestOutcome, TestReport } from '../scenarios/test-report.ts';
import { FindingGrade } from '../values/finding.ts';
import { Count, Digest, DurationMs } from '../values/units.ts';

/** Which code ran with which test side, new or old: `NO` is the new code with the old tests. */
export const CornerName = z
  .enum(['NN', 'NO', 'OO', 'ON'])
  .meta({ id: 'CornerName', description: 'The code of one side of a change with the tests of one side.' });
export type CornerName = z.infer<typeof CornerName>;

/** What a command on one corner did. */
export const CornerEvidence = z
  .object({
    exit_code: z.int().nullable(),
    timed_out: z.boolean(),
    duration_ms: DurationMs,
    /** The end of what it printed. */
    output: z.string(),
    report: TestReport.nullable(),
  })
  .meta({ id: 'CornerEvidence', description: 'What the test command did in one corner of a change.' });
export type CornerEvidence = z.infer<typeof CornerEvidence>;

/** What running one corner of a change gave. */
export const CornerRun = z
  .object({
    /** The git tree that ran. */
    tree: z.string(),
    command: z.string(),
    exit_code: z.int().nullable(),
    timed_out: z.boolean(),
    duration_ms: DurationMs,
    passed: Count,
    failed: Count,
    skipped: Count,
    /** Tests that broke before they could fail. */
    other: Count,
    /** Whether the result of an earlier run of the same tree was used. */
    cached: z.boolean(),
  })
  .meta({ id: 'CornerRun', description: 'What one corner of a change gave.' });
export type CornerRun = z.infer<typeof CornerRun>;

/** The rules that decide about a change from its corners; docs/changes.md has one line for each. */
export const ChangeRule = z
  .enum([
    'B1',
    'B2',
    'B3',
    'B4',
    'B5',
    'B6',
    'B7',
    'P1',
    'P2',
    'R0',
    'R1',
    'R2',
    'R3',
    'R4',
    'R5',
    'N1',
    'N2',
    'N3',
    'flaky',
  ])
  .meta({ id: 'ChangeRule', description: 'A rule that decides about a change from its corners.' });
export type ChangeRule = z.infer<typeof ChangeRule>;

export const CornerOutcome = z
  .enum([...TestOutcome.options, 'gone'])
  .meta({ id: 'CornerOutcome', description: 'How a test ended in one corner of a change; `gone` if it did not run.' });
export type CornerOutcome = z.infer<typeof CornerOutcome>;

/** A test that is not simply unchanged. */
export const ChangedTest = z
  .object({
    /** Its file, if known, and its name, as the runner reports them. */
    id: z.string(),
    finding: ChangeRule,
    /** How it ended in each corner that ran. */
    corners: z.partialRecord(CornerName, CornerOutcome),
  })
  .meta({ id: 'ChangedTest', description: 'A test that a change touches, and how it ended in each corner.' });
export type ChangedTest = z.infer<typeof ChangedTest>;

export const ChangeFinding = z
  .object({
    rule: ChangeRule,
    grade: FindingGrade,
    /** The test it is about; null if it is about the whole run. */
    test: z.string().nullable(),
    path: z.string().optional(),
    line: z.int().min(1).optional(),
    message: z.string(),
    before: z.string().optional(),
    after: z.string().optional(),
    /** Why it does not count against the change, from the list of allowed changes. */
    allowed: z.string().optional(),
  })
  .meta({ id: 'ChangeFinding', description: 'What a rule found in the corners of a change.' });
export type ChangeFinding = z.infer<typeof ChangeFinding>;

/** A run that is no corner: one edit of the new code or its tests, which tells whether they mean what they say. */
export const ChangeProbe = z
  .object({
    rule: ChangeRule,
    /** The git tree that ran. */
    tree: z.string(),
    /** How many tests or assertions it asks about. */
    asked: Count,
    duration_ms: DurationMs,
    /** Whether the result of an earlier run of the same tree was used. */
    cached: z.boolean(),
  })
  .meta({
    id: 'ChangeProbe',
    description: 'A run with one edit besides the change, for a rule about what tests are worth.',
  });
export type ChangeProbe = z.infer<typeof ChangeProbe>;

/** The record of a change: what running the old and the new tests on the old and the new code showed. */
export const ChangeRecord = z
  .object({
    version: z.literal('1'),
    state: z.enum(['ran', 'nothing_to_run', 'not_run']),
    /** Why it could not be run. */
    cannot: z.string().optional(),
    base: z.string(),
    head: z.string(),
    trees: z.object({ before: z.string(), after: z.string() }),
    /** What decides how the tests run besides the files: installed packages, system, versions. */
    environment: Digest.nullable(),
    /** The changed files that count as tests, their data and configuration. */
    test_side: z.array(z.string()),
    /** Those of them whose tests ran, so that running decides about them. */
    decided: z.array(z.string()),
    corners: z.record(CornerName, CornerRun.nullable()),
    /** How often tests ran in corners. */
    runs: Count,
    /** Runs besides the corners. */
    probes: z.array(ChangeProbe).optional(),
    tests: z.array(ChangedTest),
    /** Tests that fail without the change and pass with it. */
    proves: z.array(z.string()),
    findings: z.array(ChangeFinding),
    /** What the record cannot say. */
    limits: z.array(z.string()),
  })
  .meta({ id: 'ChangeRecord', description: 'What running the tests of both sides of a change showed.' });
export type ChangeRecord = z.infer<typeof ChangeRecord>;
