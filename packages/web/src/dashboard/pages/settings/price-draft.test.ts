import { expect, test } from 'vitest';
import { EMPTY_PRICE, findPriceFaults, pricesOf } from './price-draft.ts';

const price = { ...EMPTY_PRICE, model: 'house', input: '2', output: '8' };

test.each([
  { draft: price, sent: { model: 'house', input: 2, output: 8 }, why: 'what is empty is not there' },
  {
    draft: { ...price, cached_input: '0' },
    sent: { model: 'house', input: 2, cached_input: 0, output: 8 },
    why: 'free',
  },
  {
    draft: { ...price, model: ' house-* ' },
    sent: { model: 'house-*', input: 2, output: 8 },
    why: 'without its spaces',
  },
])('$sent is sent: $why', ({ draft, sent }) => {
  expect(pricesOf([draft])).toEqual([sent]);
});

test.each([
  { drafts: [price], faults: [], why: 'nothing is wrong' },
  { drafts: [EMPTY_PRICE], faults: [], why: 'nobody has written anything yet' },
  { drafts: [{ ...price, model: 'ho*se' }], faults: ['[0].model'], why: 'a * stands at the end' },
  { drafts: [price, { ...price, input: '-1' }], faults: ['[1].input'], why: 'nobody is paid' },
  { drafts: [{ ...price, output: '10001' }], faults: ['[0].output'], why: 'nobody pays as much' },
  { drafts: [{ ...price, cache_write: 'x' }], faults: ['[0].cache_write'], why: 'no number' },
])('$faults are told: $why', ({ drafts, faults }) => {
  expect([...findPriceFaults(drafts).keys()]).toEqual(faults);
});
