import { z } from 'zod';

/** What a hook decided, as one line of the record of a project. */
export const HookDecision = z
  .object({
    at: z.iso.datetime(),
    agent: z.string(),
    session_id: z.string(),
    event: z.enum(['session-start', 'stop', 'post-tool-use', 'session-end']),
    /** `started`: the baseline was taken · `sent_back`: the agent was told · `failed`: the hook itself failed. */
    decision: z.enum(['started', 'passed', 'sent_back', 'failed']),
    root: z.string(),
    baseline_tree: z.string().nullable(),
    changed_files: z.int().min(0).nullable(),
    /** Findings for a person to review. */
    reviews: z.int().min(0).nullable(),
    problems: z.array(
      z.object({
        scorer: z.string(),
        path: z.string().nullable(),
        line: z.int().nullable(),
        message: z.string(),
        /** Whether the agent had been told before. */
        told_before: z.boolean(),
      }),
    ),
    /** Why the hook failed, or why the last message could not be checked. */
    reason: z.string().nullable(),
    /** The SHA-256 of the line before, so that a missing line shows. */
    previous: z.string().nullable(),
    kid: z.string(),
    sig: z.string(),
  })
  .meta({ id: 'HookDecision', description: 'A signed line: what a hook decided about a session.' });
export type HookDecision = z.infer<typeof HookDecision>;
