import fc from 'fast-check';
import { expect, test } from 'vitest';
import { permutationTest, type Stratum } from './permutation.ts';

const value = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const side = fc.array(value, { minLength: 1, maxLength: 3 });
const strata = fc.array(fc.record({ baseline: side, candidate: side }), { minLength: 1, maxLength: 3 });

/** By definition: subtract the shift from the candidate, assign the values in every way, count those as extreme. */
function byDefinition(tasks: readonly Stratum[], shift: number): number {
  const pools = tasks.map(({ baseline, candidate }) => [...candidate.map((v) => v - shift), ...baseline]);
  const effect = (chosen: readonly number[][]) =>
    chosen.reduce((all, indices, t) => {
      const pool = pools[t] as number[];
      const inside = indices.reduce((sum, i) => sum + (pool[i] as number), 0);
      const outside = pool.reduce((sum, v) => sum + v, 0) - inside;
      return all + inside / indices.length - outside / (pool.length - indices.length);
    }, 0) / tasks.length;
  const ways = pools.map((pool, t) => subsets(pool.length, (tasks[t] as Stratum).candidate.length));
  const observed = effect(tasks.map(({ candidate }) => candidate.map((_, i) => i)));
  let [extreme, total] = [0, 0];
  const each = (t: number, chosen: number[][]): void => {
    if (t < ways.length) {
      for (const way of ways[t] as number[][]) each(t + 1, [...chosen, way]);
      return;
    }
    total++;
    if (effect(chosen) >= observed - 1e-12) extreme++;
  };
  each(0, []);
  return extreme / total;
}

function subsets(n: number, size: number): number[][] {
  if (size === 0) return [[]];
  if (n < size) return [];
  return [...subsets(n - 1, size), ...subsets(n - 1, size - 1).map((subset) => [...subset, n - 1])];
}

test('the p-value is the share of arrangements at least as extreme, at any shift', () => {
  fc.assert(
    fc.property(strata, fc.integer({ min: -30, max: 30 }), (tasks, percent) => {
      const shift = percent / 100 + 0.001;
      expect(permutationTest(tasks, '').above(shift)).toBeCloseTo(byDefinition(tasks, shift), 10);
    }),
    { numRuns: 40 },
  );
});

test('swapping the sides mirrors the test', () => {
  fc.assert(
    fc.property(strata, (tasks) => {
      const [one, other] = [
        permutationTest(tasks, ''),
        permutationTest(
          tasks.map(({ baseline, candidate }) => ({ baseline: candidate, candidate: baseline })),
          '',
        ),
      ];
      expect(one.effect).toBeCloseTo(-other.effect, 12);
      expect(one.above(0.005)).toBeCloseTo(other.below(-0.005), 12);
      expect(one.interval.low).toBeCloseTo(-other.interval.high, 12);
    }),
  );
});

test('the interval contains exactly the shifts that neither test rejects at 2.5 %', () => {
  fc.assert(
    fc.property(strata, fc.integer({ min: -99, max: 99 }), (tasks, percent) => {
      const shift = percent / 100 + 0.0005;
      const test = permutationTest(tasks, '');
      const inside = shift >= test.interval.low && shift <= test.interval.high;
      expect(inside).toBe(test.above(shift) > 0.025 && test.below(shift) > 0.025);
    }),
  );
});

test('p-values increase with the shift', () => {
  fc.assert(
    fc.property(strata, value, value, (tasks, a, b) => {
      const test = permutationTest(tasks, '');
      expect(test.above(Math.min(a, b))).toBeLessThanOrEqual(test.above(Math.max(a, b)));
    }),
  );
});

test.each([
  {
    baseline: [0.5, 0.5],
    candidate: [0.5, 0.5],
    low: -1,
    high: 1,
    why: 'six arrangements cannot exclude anything at 2.5 %',
  },
  {
    baseline: [0, 0, 0, 0],
    candidate: [1, 1, 1, 1],
    low: 1,
    high: 1,
    why: 'without noise, 70 arrangements leave only the shift itself',
  },
])('$baseline against $candidate gives $low to $high: $why', ({ baseline, candidate, low, high }) => {
  expect(permutationTest([{ baseline, candidate }], '').interval).toEqual({ low, high });
});

test('too many arrangements are sampled, deterministically, and agree with enumeration', () => {
  const tasks = Array.from({ length: 4 }, (_, t) => ({
    baseline: [0.1, 0.4, 0.35, 0.2, 0.3].map((v) => v + t / 50),
    candidate: [0.3, 0.5, 0.2, 0.45, 0.4].map((v) => v + t / 50),
  }));
  const drawn = permutationTest(tasks, 'seed');
  expect(drawn.above(0)).toBe(permutationTest(tasks, 'seed').above(0));
  const other = permutationTest(tasks, 'another seed').above(0);
  expect(Math.abs(drawn.above(0) - other)).toBeLessThan(0.01);
  expect(drawn.resolution).toBe(1 / 10_000);
});

test('samples a task with too many runs to enumerate by shuffling', () => {
  const runs = (shift: number) => Array.from({ length: 12 }, (_, i) => 0.3 + shift + i / 100);
  const test = permutationTest([{ baseline: runs(0), candidate: runs(0.2) }], 'seed');
  expect(test.effect).toBeCloseTo(0.2, 12);
  expect(test.above(0)).toBeLessThan(0.001);
  expect(test.above(0.2)).toBeGreaterThan(0.3);
});
