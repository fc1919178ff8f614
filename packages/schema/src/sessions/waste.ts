import { z } from 'zod';
import { Count, DurationMs } from '../values/units.ts';

export const WasteCause = z
  .enum([
    'request',
    'reread',
    'failed_calls',
    'unused_output',
    'undone_work',
    'rebuilt_context',
    'service_wait',
    'person_wait',
  ])
  .meta({
    id: 'WasteCause',
    description:
      'What tokens, money and time went to. request: the work itself. All others are avoidable, except waiting for the person.',
  });
export type WasteCause = z.infer<typeof WasteCause>;

const amounts = {
  /** Null if the transcript does not count tokens. */
  tokens: Count.nullable(),
  cost_usd: z.number().min(0).nullable(),
  wall_ms: DurationMs.nullable(),
};

export const WasteEntry = z
  .object({
    cause: WasteCause,
    ...amounts,
    /** Ids of interactions. */
    refs: z.array(z.string()),
    /** Number of interactions not listed. */
    refs_omitted: Count,
  })
  .meta({ id: 'WasteEntry', description: 'The tokens, money and time of one cause, and its calls.' });
export type WasteEntry = z.infer<typeof WasteEntry>;

export const Waste = z.object({ ...amounts, entries: z.array(WasteEntry) }).meta({
  id: 'Waste',
  description:
    'The tokens, money and time of a session by cause. Entries add up to the totals. Tokens and money are shared by size of text, which is an estimate.',
});
export type Waste = z.infer<typeof Waste>;
