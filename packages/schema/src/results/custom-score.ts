import { z } from 'zod';
import { CustomScorerType } from '../scenarios/custom-scorer.ts';
import { Finding } from '../values/finding.ts';
import { Digest, DurationMs } from '../values/units.ts';

// whether an agent tampered with its grading is for the built-in detectors to say
export const CustomFamily = z.enum(['outcome', 'scope', 'hygiene']);

const reason = z.string().min(1).max(4000);

const told = {
  reason,
  findings: z
    .array(
      z.strictObject({
        path: z.string().max(4096),
        line: Finding.shape.line,
        message: z.string().min(1).max(1000),
        severity: Finding.shape.severity,
      }),
    )
    .max(1000)
    .default([]),
};

/** What the function of a scorer from the configuration returns. */
export const CustomOutcome = z
  .discriminatedUnion('verdict', [
    z.strictObject({ verdict: z.literal('PASS'), score: z.literal(1).default(1), ...told }),
    z.strictObject({ verdict: z.literal('FAIL'), score: z.number().min(0).lt(1).default(0), ...told }),
    z.strictObject({ verdict: z.literal('N/A'), score: z.null().default(null), ...told }),
  ])
  .meta({ id: 'CustomOutcome', description: 'The verdict of a scorer from the configuration, and its reason.' });
export type CustomOutcome = z.infer<typeof CustomOutcome>;

/** The outcome of a scorer from the configuration, recorded with the evidence it was given. */
export const CustomScore = z
  .object({
    type: CustomScorerType,
    family: CustomFamily,
    /** Of its file and everything the file imports; null if it was never loaded. */
    digest: Digest.nullable(),
    config: z.record(z.string(), z.unknown()),
    outcome: z.union([CustomOutcome, z.strictObject({ verdict: z.literal('ERROR'), reason })]),
    duration_ms: DurationMs,
  })
  .meta({
    id: 'CustomScore',
    description: 'The outcome of a scorer from the configuration, and the code that gave it.',
  });
export type CustomScore = z.infer<typeof CustomScore>;
