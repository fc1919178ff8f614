import { expect, test } from 'vitest';
import { ModelPrices } from './model-prices.ts';

const price = { model: 'house', input: 2, output: 8 };

test.each([
  { prices: [], why: 'an empty list' },
  { prices: [price], why: 'without cache prices' },
  { prices: [{ ...price, cached_input: 0, cache_write: 10_000 }], why: 'the lowest and highest price' },
  { prices: [{ ...price, model: 'house-*' }], why: 'a name prefix' },
  { prices: [{ ...price, model: '*' }], why: 'every model' },
  { prices: [{ ...price, model: 'us.vendor/model-1:latest@2' }], why: 'names of services and clouds' },
  { prices: Array.from({ length: 100 }, () => price), why: 'the maximum of 100 prices' },
])('accepts prices: $why', ({ prices }) => {
  expect(ModelPrices.parse(prices)).toEqual(prices);
});

test.each([
  { prices: [{ ...price, model: '' }], why: 'no name' },
  { prices: [{ ...price, model: 'x'.repeat(201) }], why: 'a name over 200 characters' },
  { prices: [{ ...price, model: 'ho*se' }], why: 'a * in the middle' },
  { prices: [{ ...price, model: 'house**' }], why: 'two * at the end' },
  { prices: [{ ...price, model: 'my house' }], why: 'a space' },
  { prices: [{ ...price, model: 'house\n' }], why: 'a line break' },
  { prices: [{ ...price, model: 'ho\u202euse' }], why: 'a bidi control character' },
  { prices: [{ ...price, model: 'house\ud800' }], why: 'a lone surrogate' },
  { prices: [{ ...price, input: -1 }], why: 'a negative price' },
  { prices: [{ ...price, output: 10_001 }], why: 'a price above the maximum' },
  { prices: [{ ...price, input: Number.POSITIVE_INFINITY }], why: 'infinity' },
  { prices: [{ ...price, output: Number.NaN }], why: 'NaN' },
  { prices: [{ ...price, input: '2' }], why: 'text instead of a number' },
  { prices: [{ model: 'house', input: 2 }], why: 'no output price' },
  { prices: [{ ...price, cached: 1 }], why: 'an unknown field' },
  { prices: Array.from({ length: 101 }, () => price), why: 'over 100 prices' },
])('rejects prices: $why', ({ prices }) => {
  expect(ModelPrices.safeParse(prices).success).toBe(false);
});
