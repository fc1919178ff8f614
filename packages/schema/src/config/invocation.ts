import { z } from 'zod';
import { JudgeSpec } from '../judging/judge-spec.ts';
import { Count, Digest, DurationMs, Instant } from '../values/units.ts';

/** The options of one `assay run`, stored so that it can be resumed. */
export const Invocation = z
  .object({
    id: z.string().min(1),
    started_at: Instant,
    scenarios: z.array(z.string()),
    agents: z.array(z.string()),
    repeat: z.int().min(1),
    label: z.string().nullable(),
    sandbox: z.enum(['bwrap', 'docker', 'local']).nullable(),
    // the following fields are absent in older versions, and null if not set
    judge: JudgeSpec.nullable().optional(),
    config: z.string().nullable().optional(),
    concurrency: z.int().min(1).nullable().optional(),
    prove: z.enum(['once', 'again', 'only', 'never']).nullable().optional(),
    /** Maximum total cost of the runs, if set. */
    budget_usd: z.number().positive().nullable().default(null),
    /** Used so far; subtracted from the budget on resume. */
    spent: z
      .object({ usd: z.number().min(0), tokens: Count, wall_ms: DurationMs })
      .default({ usd: 0, tokens: 0, wall_ms: 0 }),
    /** Task digest of each scenario at the start. */
    tasks: z.record(z.string(), Digest),
  })
  .meta({ id: 'Invocation', description: 'Scenarios, agents and repeats of one `assay run`.' });
export type Invocation = z.infer<typeof Invocation>;
