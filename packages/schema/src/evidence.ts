import { z } from 'zod';
import { Run } from './run.ts';
import { Task } from './task.ts';
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

export const CommandEvidence = z
  .object({
    command: z.string(),
    exit_code: z.int().nullable(),
    signal: z.string().nullable(),
    timed_out: z.boolean(),
    stdout_tail: z.string(),
    stderr_tail: z.string(),
    duration_ms: DurationMs,
  })
  .meta({ id: 'CommandEvidence', description: 'A command that was run to grade, with how it ended.' });
export type CommandEvidence = z.infer<typeof CommandEvidence>;

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
    changed_paths: z.array(ChangedPath),
    ignored_changes: z.object({ count: Count, top_dirs: z.array(z.string()) }),
    /** Paths that scorers name, as they were before and after, ignored or not. */
    watched_paths: z.record(z.string(), z.object({ before: FileState.nullable(), after: FileState.nullable() })),
    diff_digest: Digest.nullable(),
    /** By the name of the scorer that asked for it. */
    commands: z.record(z.string(), CommandEvidence),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'Evidence',
    description: 'The run, its task, its change and the commands that were run to grade it.',
  });
export type Evidence = z.infer<typeof Evidence>;
