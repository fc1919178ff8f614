import { expect, test } from 'vitest';
import { ModelPrices } from './model-prices.ts';

const price = { model: 'house', input: 2, output: 8 };

test.each([
  { prices: [], why: 'none at all' },
  { prices: [price], why: 'caches may be left out' },
  { prices: [{ ...price, cached_input: 0, cache_write: 10_000 }], why: 'from nothing to a lot' },
  { prices: [{ ...price, model: 'house-*' }], why: 'how a name begins' },
  { prices: [{ ...price, model: '*' }], why: 'every model' },
  { prices: [{ ...price, model: 'us.vendor/model-1:latest@2' }], why: 'names of services and clouds' },
  { prices: Array.from({ length: 100 }, () => price), why: 'a hundred' },
])('prices may be said: $why', ({ prices }) => {
  expect(ModelPrices.parse(prices)).toEqual(prices);
});

test.each([
  { prices: [{ ...price, model: '' }], why: 'no name' },
  { prices: [{ ...price, model: 'x'.repeat(201) }], why: 'a name that is too long' },
  { prices: [{ ...price, model: 'ho*se' }], why: 'a * in the middle' },
  { prices: [{ ...price, model: 'house**' }], why: 'two of them' },
  { prices: [{ ...price, model: 'my house' }], why: 'a space' },
  { prices: [{ ...price, model: 'house\n' }], why: 'a line break' },
  { prices: [{ ...price, model: 'ho\u202euse' }], why: 'letters that turn others around' },
  { prices: [{ ...price, model: 'house\ud800' }], why: 'half a character' },
  { prices: [{ ...price, input: -1 }], why: 'less than nothing' },
  { prices: [{ ...price, output: 10_001 }], why: 'more than anyone asks' },
  { prices: [{ ...price, input: Number.POSITIVE_INFINITY }], why: 'no number' },
  { prices: [{ ...price, output: Number.NaN }], why: 'no number either' },
  { prices: [{ ...price, input: '2' }], why: 'a text' },
  { prices: [{ model: 'house', input: 2 }], why: 'no price of output' },
  { prices: [{ ...price, cached: 1 }], why: 'a field that nobody knows' },
  { prices: Array.from({ length: 101 }, () => price), why: 'too many' },
])('prices are refused: $why', ({ prices }) => {
  expect(ModelPrices.safeParse(prices).success).toBe(false);
});
