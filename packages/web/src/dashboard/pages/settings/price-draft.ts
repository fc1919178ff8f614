import { formatPath, listValidationIssues, ModelPrices } from '@assay/schema';

/** The kinds of tokens that have a price, in field order. */
export const TOKENS = ['input', 'cached_input', 'cache_write', 'output'] as const;
type Tokens = (typeof TOKENS)[number];

/** The price of a model as text in form fields. */
export type PriceDraft = Readonly<Record<'model' | Tokens, string>>;

export const EMPTY_PRICE: PriceDraft = { model: '', input: '', cached_input: '', cache_write: '', output: '' };

/** Tokens that default to the input price. */
export const isOptional = (tokens: Tokens): boolean => tokens === 'cached_input' || tokens === 'cache_write';

export const draftPrices = (prices: ModelPrices | null): readonly PriceDraft[] =>
  (prices ?? []).map((price) => ({
    ...EMPTY_PRICE,
    ...Object.fromEntries(Object.entries(price).map(([name, value]) => [name, String(value)])),
  }));

/** The prices to send, without empty fields. */
export const parsePrices = (drafts: readonly PriceDraft[]) =>
  drafts.map(({ model, ...tokens }) => ({
    model: model.trim(),
    ...Object.fromEntries(
      Object.entries(tokens).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, Number(text)]])),
    ),
  }));

/**
 * The errors of the fields, by path: `[2].model`. Validates with the schema that the server uses. Empty fields report
 * no error until the form is sent.
 */
export function findPriceErrors(drafts: readonly PriceDraft[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, expected, found: given } of listValidationIssues(ModelPrices, parsePrices(drafts))) {
    const [place, field] = path as [number, keyof PriceDraft];
    if (drafts[place]?.[field]?.trim() !== '') found.set(formatPath(path), `Expected ${expected}, found ${given}`);
  }
  return found;
}
