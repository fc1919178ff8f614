import type { ModelPrice, ModelPrices, Usage } from '@assay/schema';

/** US dollars per million tokens. Cache writes cost more than fresh input, cache reads less. */
type Price = Readonly<Record<Exclude<keyof ModelPrice, 'model'>, number>>;

// list prices, checked on 2026-11-15, without discounts or long-context surcharges
const PRICES: readonly (Price & { readonly models: RegExp })[] = [
  { models: /^claude-opus-4-[5-9]/, input: 5, cached_input: 0.5, cache_write: 6.25, output: 25 },
  { models: /^claude-opus-4/, input: 15, cached_input: 1.5, cache_write: 18.75, output: 75 },
  { models: /^claude-(sonnet|3-7-sonnet|3-5-sonnet)/, input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  { models: /^claude-haiku-4/, input: 1, cached_input: 0.1, cache_write: 1.25, output: 5 },
  { models: /^gpt-5(\.1)?-(codex-)?mini/, input: 0.25, cached_input: 0.025, cache_write: 0.25, output: 2 },
  { models: /^gpt-5(\.1)?(-codex)?$/, input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { models: /^gemini-2\.5-pro/, input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { models: /^gemini-2\.5-flash-lite/, input: 0.1, cached_input: 0.01, cache_write: 0.1, output: 0.4 },
  { models: /^gemini-2\.5-flash/, input: 0.3, cached_input: 0.03, cache_write: 0.3, output: 2.5 },
];

/** Cost of tokens in micro-dollars, by own prices or else by the built-in table; null for an unknown model. */
export function computeCostMicros(model: string, usage: Usage, own: ModelPrices = []): number | null {
  const agreed = findOwnPrice(model, own);
  const price = agreed === undefined ? PRICES.find(({ models }) => models.test(model)) : complete(agreed);
  if (price === undefined) return null;
  const fresh = Math.max(0, usage.input_tokens - usage.cached_input_tokens - usage.cache_write_input_tokens);
  // a price in dollars per million tokens is one in micro-dollars per token
  return Math.round(
    fresh * price.input +
      usage.cached_input_tokens * price.cached_input +
      usage.cache_write_input_tokens * price.cache_write +
      usage.output_tokens * price.output,
  );
}

/** The first own price that matches a model. */
export const findOwnPrice = (model: string, own: ModelPrices): ModelPrice | undefined =>
  own.find(({ model: name }) => (name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : model === name));

const complete = ({ input, cached_input = input, cache_write = input, output }: ModelPrice): Price => ({
  input,
  cached_input,
  cache_write,
  output,
});
