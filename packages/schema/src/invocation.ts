import { z } from 'zod';
import { JudgeSpec } from './judge-spec.ts';
import { Count, Digest, DurationMs, Instant } from './units.ts';

/** What was asked of one `assay run`, kept so that it can be taken up again. */
export const Invocation = z
  .object({
    id: z.string().min(1),
    started_at: Instant,
    scenarios: z.array(z.string()),
    agents: z.array(z.string()),
    repeat: z.int().min(1),
    label: z.string().nullable(),
    sandbox: z.enum(['bwrap', 'docker', 'local']).nullable(),
    // what follows is left out by versions that did not record it, and null where nothing was said
    judge: JudgeSpec.nullable().optional(),
    config: z.string().nullable().optional(),
    concurrency: z.int().min(1).nullable().optional(),
    prove: z.enum(['once', 'again', 'only', 'never']).nullable().optional(),
    /** What the runs may cost together, where that was said with them. */
    budget_usd: z.number().positive().nullable().default(null),
    /** What they have used until now, of which a budget is taken when they are resumed. */
    spent: z
      .object({ usd: z.number().min(0), tokens: Count, wall_ms: DurationMs })
      .default({ usd: 0, tokens: 0, wall_ms: 0 }),
    /** The digest of each scenario's task when it began. */
    tasks: z.record(z.string(), Digest),
  })
  .meta({ id: 'Invocation', description: 'Scenarios, agents and repeats of one `assay run`.' });
export type Invocation = z.infer<typeof Invocation>;
