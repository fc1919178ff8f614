import { expect, test } from 'vitest';
import { EMPTY_PRICE, findPriceErrors, parsePrices } from './price-draft.ts';

const price = { ...EMPTY_PRICE, model: 'house', input: '2', output: '8' };

test.each([
  { draft: price, sent: { model: 'house', input: 2, output: 8 }, why: 'empty fields are omitted' },
  {
    draft: { ...price, cached_input: '0' },
    sent: { model: 'house', input: 2, cached_input: 0, output: 8 },
    why: 'a price of 0 is kept',
  },
  {
    draft: { ...price, model: ' house-* ' },
    sent: { model: 'house-*', input: 2, output: 8 },
    why: 'the name is trimmed',
  },
])('sends $sent: $why', ({ draft, sent }) => {
  expect(parsePrices([draft])).toEqual([sent]);
});

test.each([
  { drafts: [price], faults: [], why: 'no errors' },
  { drafts: [EMPTY_PRICE], faults: [], why: 'empty fields report nothing' },
  { drafts: [{ ...price, model: 'ho*se' }], faults: ['[0].model'], why: 'a * is allowed only at the end' },
  { drafts: [price, { ...price, input: '-1' }], faults: ['[1].input'], why: 'prices are not negative' },
  { drafts: [{ ...price, output: '10001' }], faults: ['[0].output'], why: 'prices have a maximum' },
  { drafts: [{ ...price, cache_write: 'x' }], faults: ['[0].cache_write'], why: 'not a number' },
])('reports $faults: $why', ({ drafts, faults }) => {
  expect([...findPriceErrors(drafts).keys()]).toEqual(faults);
});
