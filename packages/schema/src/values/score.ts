import { z } from 'zod';

/** Lost points and the evidence that caused the loss. */
export const LedgerEntry = z
  .object({
    points: z.number(),
    reason: z.string(),
    ref: z.string().nullable(),
  })
  .meta({
    id: 'LedgerEntry',
    description:
      'Points lost, with the reason. Ledger points plus score equal the maximum exactly; rounding has a separate entry and may be negative.',
  });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** A missing input of a formula, and the value used instead. */
export const Defaulted = z
  .object({
    what: z.string(),
    value: z.number().nullable(),
    reason: z.string(),
  })
  .meta({
    id: 'Defaulted',
    description: 'What was missing, the value used instead (null: excluded), and why.',
  });
export type Defaulted = z.infer<typeof Defaulted>;

/** Fields of every score besides its number. */
export const provenance = {
  formula: z.string(),
  formula_version: z.string(),
  defaulted: z.array(Defaulted),
  ledger: z.array(LedgerEntry),
};
