import { z } from 'zod';

/** How much of a list is asked for at once, at most. */
const MAX_LIMIT = 200;

/** The fields that ask for a part of a list. */
export const pageFields = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(50)
    .meta({ description: `How many items at most, 1 to ${MAX_LIMIT}.` }),
  after: z.string().max(2_000).optional().meta({ description: 'The `next` of the page before.' }),
};

/** A part of a list, and what to ask for the next one with. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().meta({ description: 'Ask for the next part with this as `after`; null at the end.' }),
  });
