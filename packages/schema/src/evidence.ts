import { z } from 'zod';
import { Run } from './run.ts';
import { TranscriptEntry } from './transcript.ts';
import { Count, Digest, DurationMs } from './units.ts';

export const ChangedPath = z
  .object({
    path: z.string().min(1),
    change: z.enum(['added', 'deleted', 'modified', 'mode', 'type']),
    binary: z.boolean(),
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

/** Everything a run left behind. Gathered once, never edited; every score is a function of it. */
export const Evidence = z
  .object({
    run: Run,
    baseline_tree: z.string().min(1).nullable(),
    final_tree: z.string().min(1).nullable(),
    changed_paths: z.array(ChangedPath),
    ignored_changes: z.object({ count: Count, top_dirs: z.array(z.string()) }),
    diff_digest: Digest.nullable(),
    entries: z.array(TranscriptEntry),
    commands: z.record(z.string(), CommandEvidence),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'Evidence',
    description: 'The run, its transcript, its change and the commands that were run to grade it.',
  });
export type Evidence = z.infer<typeof Evidence>;
