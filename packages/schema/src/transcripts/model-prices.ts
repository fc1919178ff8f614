import { z } from 'zod';

const usd = z.number().min(0).max(10_000);

/** Token prices of a model, in US dollars per million tokens. */
export const ModelPrice = z
  .strictObject({
    /** Full name, or a prefix followed by `*`; printable ASCII. */
    model: z
      .string()
      .min(1)
      .max(200)
      .regex(
        /^[!-)+-~]*\*?$/,
        'expected a model name of printable ASCII without spaces, with an optional * at the end',
      ),
    input: usd,
    /** Tokens read from the cache. Default: the input price. */
    cached_input: usd.optional(),
    /** Tokens written to the cache. Default: the input price. */
    cache_write: usd.optional(),
    output: usd,
  })
  .meta({
    id: 'ModelPrice',
    description: 'Prices of a model in US dollars per million tokens. A `*` at the end of the name matches any suffix.',
  });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** Prices that override the built-in ones. The first entry that matches a model counts. */
export const ModelPrices = z.array(ModelPrice).max(100).meta({
  id: 'ModelPrices',
  description: 'Model prices that override the built-in ones. The first entry that matches a model counts.',
});
export type ModelPrices = z.infer<typeof ModelPrices>;
