import { z } from 'zod';
import { provenance } from '../values/score.ts';

export const ScorerVerdict = z
  .enum(['PASS', 'FAIL', 'N/A', 'ERROR'])
  .meta({ id: 'ScorerVerdict', description: 'N/A: nothing to check. ERROR: the grader failed, not the agent.' });
export type ScorerVerdict = z.infer<typeof ScorerVerdict>;

export const PassFail = z.enum(['PASS', 'FAIL']);

export const GatesInput = z
  .strictObject({
    results: z.array(z.strictObject({ name: z.string().optional(), verdict: ScorerVerdict, required: z.boolean() })),
    judge: PassFail.nullish(),
    run: z.strictObject({ completed: z.boolean(), passed: z.boolean() }),
  })
  .meta({ id: 'GatesInput', description: 'The verdicts of the scorers, the judge and the run itself.' });
export type GatesInput = z.infer<typeof GatesInput>;

export const Disagreement = z.enum(['constraint_violated', 'unconvincing', 'review_advised']).meta({
  id: 'Disagreement',
  description:
    'constraint_violated: the judge passed it, a required scorer failed it. unconvincing: the scorers passed it, the judge failed it. review_advised: both passed it, an advisory scorer failed it.',
});
export type Disagreement = z.infer<typeof Disagreement>;

export const Gates = z
  .object({
    scorers: ScorerVerdict,
    judge: PassFail.nullable(),
    run: PassFail,
    disagreement: Disagreement.nullable(),
    reasons: z.object({ scorers: z.string(), judge: z.string(), run: z.string() }),
    ...provenance,
  })
  .meta({
    id: 'Gates',
    description: 'Three independent answers about a run. The scenario says which of them are required.',
  });
export type Gates = z.infer<typeof Gates>;
