import { z } from 'zod';

/** One loss of points and the evidence that caused it. */
export const LedgerEntry = z
  .object({
    points: z.number(),
    reason: z.string(),
    ref: z.string().nullable(),
  })
  .meta({
    id: 'LedgerEntry',
    description:
      'Where points went. The points of a ledger and the score add up to the maximum, exactly; rounding has its own entry and may give points back.',
  });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Something the formula needed and did not have, and what it used instead. */
export const Defaulted = z
  .object({
    what: z.string(),
    value: z.number().nullable(),
    reason: z.string(),
  })
  .meta({
    id: 'Defaulted',
    description: 'What was missing, the value that stood in for it (null: it was left out), and why.',
  });
export type Defaulted = z.infer<typeof Defaulted>;

/** What every score carries beside its number. */
export const provenance = {
  formula: z.string(),
  formula_version: z.string(),
  defaulted: z.array(Defaulted),
  ledger: z.array(LedgerEntry),
};
