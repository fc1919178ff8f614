import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../math/random.ts';
import { quadraticKappa, type RatedPair } from './weighted-kappa.ts';

const pairsOf = (counts: readonly (readonly number[])[]): RatedPair[] =>
  counts.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => ({ judge: i + 1, people: j + 1 }))),
  );

/** By definition: the observed squared distances over those expected by chance. */
function byWeights(counts: readonly (readonly number[])[]): number {
  const all = counts.flat().reduce((sum, count) => sum + count, 0);
  const rows = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = rows.map((_, j) => counts.reduce((sum, row) => sum + (row[j] as number), 0));
  let [seen, expected] = [0, 0];
  counts.forEach((row, i) => {
    row.forEach((count, j) => {
      seen += (i - j) ** 2 * count;
      expected += ((i - j) ** 2 * (rows[i] as number) * (columns[j] as number)) / all;
    });
  });
  return 1 - seen / expected;
}

test.each([
  {
    counts: [
      [2, 1],
      [1, 2],
    ],
    value: 1 / 3,
    why: 'with two levels it equals the plain kappa: 2 of 6 apart, 3 of 6 by chance',
  },
  {
    counts: [
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 1],
    ],
    value: 1 - 4 / 6.5,
    why: 'one run is two levels off, which counts 4; chance gives (1 + 4 + 2 + 1 + 16 + 2)/4',
  },
])('$why', ({ counts, value }) => {
  expect(quadraticKappa(pairsOf(counts)).value).toBeCloseTo(value, 12);
  expect(byWeights(counts)).toBeCloseTo(value, 12);
});

test('moments and weights give the same value for any table', () => {
  const counts = fc.array(fc.array(fc.nat(6), { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(counts, (table) => {
      const { value } = quadraticKappa(pairsOf(table));
      if (value !== null) expect(value).toBeCloseTo(byWeights(table), 9);
    }),
  );
});

test('accepts ratings between the levels', () => {
  const pairs = [1, 2, 3, 4, 5].map((people) => ({ people, judge: people === 3 ? 3.5 : people }));
  expect(quadraticKappa(pairs).value).toBeGreaterThan(0.95);
  expect(quadraticKappa(pairs).value).toBeLessThan(1);
});

test('identical ratings give a value without an interval, and constant ratings give neither', () => {
  const same = [1, 2, 3, 4].map((rating) => ({ judge: rating, people: rating }));
  expect(quadraticKappa(same)).toMatchObject({ value: 1, interval: null });
  expect(quadraticKappa(same.map(() => ({ judge: 4, people: 4 })))).toMatchObject({ value: null, interval: null });
  expect(quadraticKappa(same.slice(0, 2))).toMatchObject({ value: null, of: 2 });
});

test.each([
  { noise: 1, shift: 0, runs: 40 },
  { noise: 1, shift: 1, runs: 40 },
  { noise: 2, shift: 0, runs: 100 },
])(
  '92 of 100 intervals contain the true value for a judge off by up to $noise and $shift',
  ({ noise, shift, runs }) => {
    const random = seededRandom(`${noise} ${shift}`);
    const rate = (people: number, away: number): RatedPair => ({
      people,
      judge: Math.max(1, Math.min(5, people + shift + away)),
    });
    const draw = (count: number): RatedPair[] =>
      Array.from({ length: count }, () => rate(1 + random.below(5), random.below(2 * noise + 1) - noise));
    const levels = [1, 2, 3, 4, 5];
    const every = levels.flatMap((people) =>
      Array.from({ length: 2 * noise + 1 }, (_, away) => rate(people, away - noise)),
    );
    const truth = byWeights(
      levels.map((judge) =>
        levels.map((people) => every.filter((pair) => pair.judge === judge && pair.people === people).length),
      ),
    );
    const intervals = Array.from({ length: 400 }, () => quadraticKappa(draw(runs)).interval);
    const held = intervals.filter((each) => each !== null && each.low <= truth && truth <= each.high).length;
    expect(held / intervals.length).toBeGreaterThan(0.92);
  },
);
