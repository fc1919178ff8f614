import { formatName } from '../../../shared/format.ts';
import { Field } from '../../parts/field.tsx';
import { EMPTY_PRICE, findPriceErrors, isOptional, type PriceDraft, TOKENS } from './price-draft.ts';

const MOST_PRICES = 100;

interface Props {
  readonly prices: readonly PriceDraft[];
  readonly change: (prices: readonly PriceDraft[]) => void;
}

/** Edits the token prices of models. */
export function PriceRows({ prices, change }: Props) {
  const faults = findPriceErrors(prices);
  const put = (place: number, price: PriceDraft) => change(prices.map((one, at) => (at === place ? price : one)));
  return (
    <fieldset className="prices">
      <legend>Model prices</legend>
      <p className="note">
        USD per million tokens. The first price that matches a model applies, before list prices. End a name with * to
        match any suffix. Finished runs keep their cost.
      </p>
      {prices.map((price, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a price is identified by its position
        <fieldset className="price-row" aria-label={`Price ${place + 1}`} key={place}>
          <Field label="model" fault={faults.get(`[${place}].model`)}>
            {(control) => (
              <input
                {...control}
                type="text"
                required
                maxLength={200}
                spellCheck={false}
                value={price.model}
                onChange={(event) => put(place, { ...price, model: event.target.value })}
              />
            )}
          </Field>
          {TOKENS.map((tokens) => (
            <Field key={tokens} label={formatName(tokens)} fault={faults.get(`[${place}].${tokens}`)}>
              {(control) => (
                <input
                  {...control}
                  type="number"
                  min={0}
                  max={10_000}
                  step="any"
                  inputMode="decimal"
                  required={!isOptional(tokens)}
                  placeholder={isOptional(tokens) ? 'same as input' : undefined}
                  value={price[tokens]}
                  onChange={(event) => put(place, { ...price, [tokens]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <button type="button" className="plain" onClick={() => change(prices.filter((_, at) => at !== place))}>
            Remove<span className="unseen"> price {place + 1}</span>
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        className="price-add"
        disabled={prices.length >= MOST_PRICES}
        onClick={() => change([...prices, EMPTY_PRICE])}
      >
        Add a price
      </button>
    </fieldset>
  );
}
