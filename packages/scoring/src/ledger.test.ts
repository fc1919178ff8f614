import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLedger } from './ledger.ts';

const loss = (points: number, group = 'g') => ({ group, points, reason: `lost ${points}`, ref: null });

test('rounding has a separate entry', () => {
  expect(buildLedger(100, 89, [loss(4.5), loss(6.25)])).toEqual([
    { points: 6.25, reason: 'lost 6.25', ref: null },
    { points: 4.5, reason: 'lost 4.5', ref: null },
    { points: 0.25, reason: 'rounding', ref: null },
  ]);
  expect(buildLedger(100, 90, [loss(10.5)])[1]).toEqual({ points: -0.5, reason: 'rounding', ref: null });
});

test('a binary residue is added to the largest loss, not listed as rounding', () => {
  const ledger = buildLedger(100, 94.4 - 0.4, [loss(5.6), loss(0.4)]);
  expect(ledger.map(({ reason }) => reason)).toEqual(['lost 5.6', 'lost 0.4']);
  expect(ledger.reduce((all, { points }) => all + points, 0)).toBe(6);
});

test('a group lists its 20 largest losses and sums up the others', () => {
  const ledger = buildLedger(1000, 1000 - 500, [
    ...Array.from({ length: 30 }, (_, i) => loss(i + 1)),
    loss(35, 'other'),
  ]);
  expect(ledger).toHaveLength(22);
  expect(ledger[0]?.points).toBe(30);
  expect(ledger[20]).toEqual({ points: 55, reason: 'g: 10 smaller losses', ref: null });
});

test('no loss gives an empty ledger', () => {
  expect(buildLedger(100, 100, [loss(0)])).toEqual([]);
});

test('points and score add up to the maximum in any order', () => {
  const losses = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(losses, fc.constantFrom(1, 100, 1000), fc.nat(100), (points, maximum, percent) => {
      const score = maximum === 1 ? percent / 100 : Math.round((percent / 100) * maximum);
      const ledger = buildLedger(
        maximum,
        score,
        points.map((value) => loss((value / 2000) * maximum)),
      );
      const forwards = ledger.reduce((all, entry) => all + entry.points, 0);
      const backwards = ledger.toReversed().reduce((all, entry) => all + entry.points, 0);
      expect([forwards + score, backwards + score]).toEqual([maximum, maximum]);
    }),
  );
});
