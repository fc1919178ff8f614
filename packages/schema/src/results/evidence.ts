import { z } from 'zod';
import { Run } from '../runs/run.ts';
import { CodeSignal, Inventory, Secrets } from '../scenarios/inventory.ts';
import { AnswerCase } from '../scenarios/scorer-config.ts';
import { Task } from '../scenarios/task.ts';
import { TestReport } from '../scenarios/test-report.ts';
import { ChosenBaseline } from '../scores/scorecard.ts';
import { Transcript } from '../transcripts/transcript.ts';
import { Bytes, Count, Digest, DurationMs } from '../values/units.ts';
import { ChangeRecord } from './change-record.ts';
import { CustomScore } from './custom-score.ts';

/** The state of a path at one time. */
export const FileState = z
  .object({
    kind: z.enum(['file', 'link', 'folder']),
    /** Git file mode: 100644, 100755, 120000 or 040000. */
    mode: z.string(),
    /** Git object id of the content; for a link, of its target path. */
    oid: z.string(),
    size_bytes: Bytes,
    binary: z.boolean(),
    /** For a link: whether its target is inside the workspace. */
    inside: z.boolean().optional(),
  })
  .meta({ id: 'FileState', description: 'The state of a path before or after a run.' });
export type FileState = z.infer<typeof FileState>;

export const ChangedPath = z
  .object({
    path: z.string().min(1),
    change: z.enum(['added', 'deleted', 'modified', 'mode', 'type']),
    before: FileState.nullable(),
    after: FileState.nullable(),
    /** Lines by comparing the trees; absent for binary and large files, and in older evidence. */
    lines: z.object({ added: Count, removed: Count }).optional(),
  })
  .meta({ id: 'ChangedPath', description: 'A path that differs between the baseline and the final tree.' });
export type ChangedPath = z.infer<typeof ChangedPath>;

const ending = {
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  /** Its own exit, or the limit that ended it. */
  ended_by: z.enum(['exit', 'timeout', 'stop', 'output', 'disk', 'memory']).default('exit'),
  duration_ms: DurationMs,
  /** What the agent left that kept it from running; then it has neither an exit code nor a signal. */
  obstacle: z.string().optional(),
  /** Its test report; null if none could be read. */
  report: TestReport.nullable().default(null),
};

export const CommandAttempt = z
  .object(ending)
  .meta({ id: 'CommandAttempt', description: 'One of several executions of a grading command.' });
export type CommandAttempt = z.infer<typeof CommandAttempt>;

const ranCommand = {
  command: z.string(),
  ...ending,
  /** Empty if the tail contains everything. */
  stdout_head: z.string().default(''),
  stdout_tail: z.string(),
  /** Bytes omitted between head and tail. */
  stdout_omitted_bytes: Bytes.default(0),
  stderr_head: z.string().default(''),
  stderr_tail: z.string(),
  stderr_omitted_bytes: Bytes.default(0),
  /** Coverage it reported; null if none. */
  coverage_percent: z.number().min(0).max(100).nullable().default(null),
  /** Test files of the baseline that it left with another content, although the agent had not changed them. */
  rewrote: z.array(z.string()).optional(),
  /** All executions, if `repeat` is above 1; the other fields describe the last one. */
  attempts: z.array(CommandAttempt).default([]),
};

export const CommandEvidence = z
  .object({
    ...ranCommand,
    /** The same command in a clean checkout of the change. Absent if it failed before, or was not to be repeated there. */
    clean: z.object(ranCommand).optional(),
    /**
     * The same command in that checkout with a comment at the end of the test files. Only present if it failed twice
     * there and passed without the comments.
     */
    touched: z.object(ranCommand).optional(),
    /**
     * The same command in that checkout at another path, with another home, user and host. Only present if it failed twice
     * there, and passed in the place where the agent worked.
     */
    elsewhere: z.object(ranCommand).optional(),
    /**
     * The same command in a clean checkout in which tests that pass were made to fail. Absent if it failed before, has no
     * report, or none of its tests was found in a test file.
     */
    control: z
      .object({
        ...ranCommand,
        /** The tests that were made to fail, by their names in the report. Empty if it has none: then all were. */
        broken: z.array(z.string()),
        /** If it passed and the report has no names: whether the same tests do fail when they are broken at the baseline. */
        confirmed: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: 'CommandEvidence', description: 'A grading command and how it ended.' });
export type CommandEvidence = z.infer<typeof CommandEvidence>;

export const RewardEvidence = z
  .object({
    /** How the verifier ended; its report is that of `ctrf.json`. */
    command: CommandEvidence,
    /** The content of `reward.json` and `reward.txt`; null if the verifier did not write it. */
    json: z.string().nullable(),
    txt: z.string().nullable(),
  })
  .meta({ id: 'RewardEvidence', description: 'A verifier and the reward files it wrote.' });
export type RewardEvidence = z.infer<typeof RewardEvidence>;

const Answer = z.record(z.string(), z.unknown());

export const AnswersEvidence = z
  .object({
    /** What `generate` was given. */
    seed: z.string(),
    /** The inputs with the expected fields of their answers. */
    cases: z.array(AnswerCase),
    /** The answer to each case; null if there is none. */
    answers: z.array(Answer.nullable()),
    /** Some of the cases, by index, asked again in a process that looks like that of another program. */
    again: z.array(z.object({ case: z.int().min(0), answer: Answer.nullable() })).optional(),
    exit_code: z.int().nullable(),
    signal: z.string().nullable(),
    timed_out: z.boolean(),
    stderr_tail: z.string(),
    duration_ms: DurationMs,
  })
  .meta({ id: 'AnswersEvidence', description: 'What the code was asked, and what it answered.' });
export type AnswersEvidence = z.infer<typeof AnswersEvidence>;

/** A command with which an agent may have looked up the answer instead of solving the task. */
export const Lookup = z
  .object({ entry_id: z.string().min(1), command: z.string(), why: z.string() })
  .meta({ id: 'Lookup', description: 'A call in the transcript that reads an answer, and why it counts as one.' });
export type Lookup = z.infer<typeof Lookup>;

export const Claim = z
  .object({
    /** The sentence as the agent wrote it. */
    claim: z.string(),
    /** Null if the transcript does not show it. */
    holds: z.boolean().nullable(),
    why: z.string(),
    /** What supports or contradicts the claim: the agent's last test run, another program, or nothing. */
    basis: z.enum(['test_run', 'other_run', 'no_test_run', 'no_calls']).optional(),
  })
  .meta({ id: 'Claim', description: 'What an agent claims it achieved, compared with what it did.' });
export type Claim = z.infer<typeof Claim>;

/** How the agent's program ended its last turn, and the end of its output with secrets removed. */
export const AgentExit = z
  .object({
    exit_code: z.int().nullable(),
    signal: z.string().nullable(),
    /** Its own exit, or the limit that ended it. */
    ended_by: z.enum(['exit', 'timeout', 'stop', 'output', 'disk', 'memory', 'start']),
    stdout_tail: z.string(),
    stderr_tail: z.string(),
  })
  .meta({ id: 'AgentExit', description: "How an agent's program ended, and the end of its output." });
export type AgentExit = z.infer<typeof AgentExit>;

/** Everything recorded of a run except its transcript. Written once, never edited; all scores derive from it. */
export const Evidence = z
  .object({
    run: Run,
    task: Task,
    /** Null if the agent never started. */
    transcript: Transcript.omit({ entries: true, interactions: true }).nullable(),
    /** Git ids of the two trees; the objects are in the run folder. */
    baseline_tree: z.string().min(1).nullable(),
    final_tree: z.string().min(1).nullable(),
    /** Tree after each turn except the last. */
    turn_trees: z.array(z.string().min(1)),
    /** Paths changed by each turn, starting with the first. */
    turn_paths: z.array(z.array(z.string())).default([]),
    changed_paths: z.array(ChangedPath),
    ignored_changes: z.object({
      count: Count,
      top_dirs: z.array(z.string()),
      /** All of them, if a scorer needs them; can be large, such as all installed dependencies. */
      changes: z.array(ChangedPath.pick({ path: true, change: true })).optional(),
    }),
    /**
     * Ignored files that the agent added or changed and that a program could load: they are in its tree and not in its
     * change. Up to 20; absent in older evidence.
     */
    loose_programs: z.array(z.string()).optional(),
    /** Paths named by scorers, before and after, including ignored ones. */
    watched_paths: z.record(z.string(), z.object({ before: FileState.nullable(), after: FileState.nullable() })),
    /** Changed tests; null if not read. */
    inventory: Inventory.nullable().default(null),
    signals: z.array(CodeSignal).nullable().default(null),
    secrets: Secrets.nullable().default(null),
    /** Null without a transcript. */
    lookups: z.array(Lookup).nullable().default(null),
    claims: z.array(Claim).nullable().default(null),
    /** Null for an agent that is not a program; absent in older evidence. */
    agent_exit: AgentExit.nullable().optional(),
    diff_digest: Digest.nullable(),
    /** The hidden files of the task; absent without any. */
    hidden: z
      .object({
        /** Git id of their tree; the objects are in the run folder. */
        tree: z.string().min(1),
        /** What the agent had in their place: put aside for grading. The content is in the final tree. */
        displaced: z.array(z.object({ path: z.string().min(1), state: FileState })),
      })
      .optional(),
    /** By name of the scorer that needs it. */
    commands: z.record(z.string(), CommandEvidence),
    /** The same before the agent started, for scorers that compare. */
    baseline_commands: z.record(z.string(), CommandEvidence).default({}),
    /** The last attempt of each stage, by its name; absent without any and in older evidence. */
    stage_commands: z.record(z.string(), CommandEvidence).optional(),
    /** Answers to the inputs of `answers` scorers, by name; absent without any. */
    answers: z.record(z.string(), AnswersEvidence).optional(),
    /** What verifiers wrote, by the names of their scorers; absent without any. */
    rewards: z.record(z.string(), RewardEvidence).optional(),
    /** Outcomes of the configuration's scorers by name; absent without any. */
    custom_scores: z.record(z.string(), CustomScore).optional(),
    /** What the tests of both sides did on the code of both sides; absent if the task has no tests that passed and ran. */
    change_record: ChangeRecord.optional(),
    /** Baseline of the latency axis, chosen when the run ended; absent in older runs. */
    baseline: ChosenBaseline.nullable().optional(),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'Evidence',
    description: 'The run, its task, its change and the grading commands.',
  });
export type Evidence = z.infer<typeof Evidence>;
