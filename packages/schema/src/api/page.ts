import { z } from 'zod';

/** Maximum page size. */
const MAX_LIMIT = 200;

/** Query fields that select a page of a list. */
export const pageFields = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(50)
    .meta({ description: `Maximum number of items, 1 to ${MAX_LIMIT}.` }),
  after: z.string().max(2_000).optional().meta({ description: 'The `next` of the previous page.' }),
};

/** A page of a list, with the cursor of the next one. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().meta({ description: 'Pass this as `after` to get the next page; null at the end.' }),
  });
