import { z } from 'zod';
import { Digest, Instant } from './units.ts';

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
    /** The digest of each scenario's task when it began. */
    tasks: z.record(z.string(), Digest),
  })
  .meta({ id: 'Invocation', description: 'Scenarios, agents and repeats of one `assay run`.' });
export type Invocation = z.infer<typeof Invocation>;
