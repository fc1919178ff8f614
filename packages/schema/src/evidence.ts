import { z } from 'zod';
import { CodeSignal, Inventory, Secrets } from './inventory.ts';
import { Run } from './run.ts';
import { ChosenBaseline } from './scorecard.ts';
import { Task } from './task.ts';
import { TestReport } from './test-report.ts';
import { Transcript } from './transcript.ts';
import { Bytes, Count, Digest, DurationMs } from './units.ts';

/** What a path was at one moment. */
export const FileState = z
  .object({
    kind: z.enum(['file', 'link', 'folder']),
    /** As git writes it: 100644, 100755, 120000 or 040000. */
    mode: z.string(),
    /** The git object id of its content; of a link, of the text it points to. */
    oid: z.string(),
    size_bytes: Bytes,
    binary: z.boolean(),
    /** Of a link: whether what it points to is in the workspace. */
    inside: z.boolean().optional(),
  })
  .meta({ id: 'FileState', description: 'What a path was before or after a run.' });
export type FileState = z.infer<typeof FileState>;

export const ChangedPath = z
  .object({
    path: z.string().min(1),
    change: z.enum(['added', 'deleted', 'modified', 'mode', 'type']),
    before: FileState.nullable(),
    after: FileState.nullable(),
  })
  .meta({ id: 'ChangedPath', description: 'A path that differs between the baseline and the final tree.' });
export type ChangedPath = z.infer<typeof ChangedPath>;

const ending = {
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  /** What ended it: itself, or a limit. */
  ended_by: z.enum(['exit', 'timeout', 'stop', 'output', 'disk', 'memory']).default('exit'),
  duration_ms: DurationMs,
  /** What it said of its tests; null when no report could be read. */
  report: TestReport.nullable().default(null),
};

export const CommandAttempt = z
  .object(ending)
  .meta({ id: 'CommandAttempt', description: 'One time of several that a command was run to grade.' });
export type CommandAttempt = z.infer<typeof CommandAttempt>;

export const CommandEvidence = z
  .object({
    command: z.string(),
    ...ending,
    /** Empty when all of it is in the tail. */
    stdout_head: z.string().default(''),
    stdout_tail: z.string(),
    /** How much is missing between the head and the tail. */
    stdout_omitted_bytes: Bytes.default(0),
    stderr_head: z.string().default(''),
    stderr_tail: z.string(),
    stderr_omitted_bytes: Bytes.default(0),
    /** How much of the code it says it ran; null when it does not say. */
    coverage_percent: z.number().min(0).max(100).nullable().default(null),
    /** Every time it was run, when that was to be more than once; the rest is of the last, after which it ended. */
    attempts: z.array(CommandAttempt).default([]),
  })
  .meta({ id: 'CommandEvidence', description: 'A command that was run to grade, with how it ended.' });
export type CommandEvidence = z.infer<typeof CommandEvidence>;

/** A command by which an agent may have looked the answer up instead of working it out. */
export const Lookup = z
  .object({ entry_id: z.string().min(1), command: z.string(), why: z.string() })
  .meta({ id: 'Lookup', description: 'A call of the transcript that reads an answer, and why it does.' });
export type Lookup = z.infer<typeof Lookup>;

export const Claim = z
  .object({
    /** The sentence as the agent wrote it. */
    claim: z.string(),
    /** Null when the transcript does not tell. */
    holds: z.boolean().nullable(),
    why: z.string(),
    /** What of the agent's own work speaks for or against it: its last test run, another program, or nothing. */
    basis: z.enum(['test_run', 'other_run', 'no_test_run', 'no_calls']).optional(),
  })
  .meta({ id: 'Claim', description: 'What an agent says it achieved, held against what it did.' });
export type Claim = z.infer<typeof Claim>;

/** How the program of an agent ended its last turn, and the end of what it printed, without secrets. */
export const AgentExit = z
  .object({
    exit_code: z.int().nullable(),
    signal: z.string().nullable(),
    /** What ended it: itself, or a limit. */
    ended_by: z.enum(['exit', 'timeout', 'stop', 'output', 'disk', 'memory', 'start']),
    stdout_tail: z.string(),
    stderr_tail: z.string(),
  })
  .meta({ id: 'AgentExit', description: "How an agent's program ended, and the end of its output." });
export type AgentExit = z.infer<typeof AgentExit>;

/** Everything a run left behind but its transcript. Gathered once, never edited; every score is a function of it. */
export const Evidence = z
  .object({
    run: Run,
    task: Task,
    /** Null when the agent never started. */
    transcript: Transcript.omit({ entries: true, interactions: true }).nullable(),
    /** Git ids of the two trees; the objects are in the folder of the run. */
    baseline_tree: z.string().min(1).nullable(),
    final_tree: z.string().min(1).nullable(),
    /** The tree after each turn but the last. */
    turn_trees: z.array(z.string().min(1)),
    /** The paths that each turn changed, from the first. */
    turn_paths: z.array(z.array(z.string())).default([]),
    changed_paths: z.array(ChangedPath),
    ignored_changes: z.object({
      count: Count,
      top_dirs: z.array(z.string()),
      /** All of them, where a scorer looks at them too; there may be as many as a project has dependencies. */
      changes: z.array(ChangedPath.pick({ path: true, change: true })).optional(),
    }),
    /** Paths that scorers name, as they were before and after, ignored or not. */
    watched_paths: z.record(z.string(), z.object({ before: FileState.nullable(), after: FileState.nullable() })),
    /** The tests that changed; null where they were not read. */
    inventory: Inventory.nullable().default(null),
    signals: z.array(CodeSignal).nullable().default(null),
    secrets: Secrets.nullable().default(null),
    /** Null where there was no transcript to read. */
    lookups: z.array(Lookup).nullable().default(null),
    claims: z.array(Claim).nullable().default(null),
    /** Null for an agent that is no program; absent in evidence that does not say. */
    agent_exit: AgentExit.nullable().optional(),
    diff_digest: Digest.nullable(),
    /** By the name of the scorer that asked for it. */
    commands: z.record(z.string(), CommandEvidence),
    /** The same before the agent did anything, of those that scorers compare. */
    baseline_commands: z.record(z.string(), CommandEvidence).default({}),
    /** What the latency axis is held against, chosen when the run ended; absent in runs from before it was kept. */
    baseline: ChosenBaseline.nullable().optional(),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'Evidence',
    description: 'The run, its task, its change and the commands that were run to grade it.',
  });
export type Evidence = z.infer<typeof Evidence>;
