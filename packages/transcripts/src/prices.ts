import type { ModelPrice, ModelPrices, Usage } from '@assay/schema';
import { PRICE_TABLE } from './price-table.ts';

/** US dollars per million tokens. Cache writes cost more than fresh input, cache reads less. */
type Price = Readonly<Record<Exclude<keyof ModelPrice, 'model'>, number>>;

/** Cost of tokens in micro-dollars, by own prices or else by the built-in table; null for an unknown model. */
export function computeCostMicros(model: string, usage: Usage, own: ModelPrices = []): number | null {
  const found = findPrice(model, own) ?? findPrice(model, PRICE_TABLE);
  if (found === undefined) return null;
  const price = complete(found);
  const fresh = Math.max(0, usage.input_tokens - usage.cached_input_tokens - usage.cache_write_input_tokens);
  // a price in dollars per million tokens is one in micro-dollars per token
  return Math.round(
    fresh * price.input +
      usage.cached_input_tokens * price.cached_input +
      usage.cache_write_input_tokens * price.cache_write +
      usage.output_tokens * price.output,
  );
}

/** The first price that matches a model by its full name, else by its name without provider and deployment. */
export const findPrice = <P extends ModelPrice>(model: string, prices: readonly P[]): P | undefined =>
  findOwnPrice(model, prices) ?? findOwnPrice(familyOf(model), prices);

/** The first own price that matches a model. */
export const findOwnPrice = <P extends ModelPrice>(model: string, own: readonly P[]): P | undefined =>
  own.find(({ model: name }) => (name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : model === name));

/** The name without the provider, region and deployment around it: `us.anthropic.claude-x-v1:0` is `claude-x`. */
const familyOf = (model: string): string =>
  model
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|amazon|meta)\./, '')
    .replace(/(?:@|\[|:|-v\d+:).*$/, '');

const complete = ({ input, cached_input = input, cache_write = input, output }: ModelPrice): Price => ({
  input,
  cached_input,
  cache_write,
  output,
});
