import { formatPath, listFaults, ModelPrices } from '@assay/schema';

/** What a price is of, in the order of the fields. */
export const TOKENS = ['input', 'cached_input', 'cache_write', 'output'] as const;
type Tokens = (typeof TOKENS)[number];

/** The price of a model as it is being written. */
export type PriceDraft = Readonly<Record<'model' | Tokens, string>>;

export const EMPTY_PRICE: PriceDraft = { model: '', input: '', cached_input: '', cache_write: '', output: '' };

/** Tokens that cost what other input does where nothing is said. */
export const isOptional = (tokens: Tokens): boolean => tokens === 'cached_input' || tokens === 'cache_write';

export const draftPrices = (prices: ModelPrices | null): readonly PriceDraft[] =>
  (prices ?? []).map((price) => ({
    ...EMPTY_PRICE,
    ...Object.fromEntries(Object.entries(price).map(([name, value]) => [name, String(value)])),
  }));

/** As they are sent: a field that is empty is not there. */
export const pricesOf = (drafts: readonly PriceDraft[]) =>
  drafts.map(({ model, ...tokens }) => ({
    model: model.trim(),
    ...Object.fromEntries(
      Object.entries(tokens).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, Number(text)]])),
    ),
  }));

/**
 * What is wrong with what stands in the fields, by the path of the field: `[2].model`. Looked at with the schema that
 * the server looks with. Of a field that is still empty nothing is said before it is sent.
 */
export function findPriceFaults(drafts: readonly PriceDraft[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, expected, found: given } of listFaults(ModelPrices, pricesOf(drafts))) {
    const [place, field] = path as [number, keyof PriceDraft];
    if (drafts[place]?.[field]?.trim() !== '') found.set(formatPath(path), `expected ${expected}, found ${given}`);
  }
  return found;
}
