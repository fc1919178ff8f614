import { z } from 'zod';

const usd = z.number().min(0).max(10_000);

/** What tokens of a model cost, in US dollars for a million of each kind. */
export const ModelPrice = z
  .strictObject({
    /** Its whole name, or how it begins and a `*`; what can be typed on any keyboard. */
    model: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[!-)+-~]*\*?$/, 'expected the name of a model, with a * at its end or none'),
    input: usd,
    /** What is read from a cache; without it, as other input. */
    cached_input: usd.optional(),
    /** What is written to a cache; without it, as other input. */
    cache_write: usd.optional(),
    output: usd,
  })
  .meta({
    id: 'ModelPrice',
    description: 'What a model costs in US dollars per million tokens. `*` at the end of its name stands for any rest.',
  });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** Prices that were agreed on, before those that Assay brings along. The first that fits a model counts. */
export const ModelPrices = z.array(ModelPrice).max(100).meta({
  id: 'ModelPrices',
  description: 'Prices of models before those that Assay brings along; the first that fits a model counts.',
});
export type ModelPrices = z.infer<typeof ModelPrices>;
