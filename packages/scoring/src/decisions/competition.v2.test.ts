import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { competitionV2 } from './competition.v2.ts';

let next = 0;
const run = (agent_id: string, scorecard: number | null, change: object = {}) => ({
  agent_id,
  run_id: `r${next++}`,
  required_scorers_pass: true,
  scorecard,
  composite: 0.5,
  wall_ms: 1000,
  ...change,
});
const compete = (runs: unknown[]) => compute(competitionV2, { runs });

test.each([
  { runs: [run('a', 80), run('b', 82)], status: 'winner', winner: 'b', why: 'two points are a lead' },
  { runs: [run('a', 80), run('b', 81)], status: 'tie', winner: null, why: 'one point may be rounding' },
  {
    runs: [run('a', 80, { composite: 0.52 }), run('b', 81)],
    status: 'winner',
    winner: 'a',
    why: 'no lead, but a better composite',
  },
  {
    runs: [run('a', 80, { composite: 0.505 }), run('b', 81)],
    status: 'tie',
    winner: null,
    why: 'similar composites decide nothing',
  },
  {
    runs: [run('a', 80, { wall_ms: 900 }), run('b', 81)],
    status: 'winner',
    winner: 'a',
    why: 'no lead, but clearly faster',
  },
  { runs: [run('a', 80, { wall_ms: 990 }), run('b', 81)], status: 'tie', winner: null, why: 'hardly quicker' },
  {
    runs: [run('a', 80, { change: 'x' }), run('b', 99, { change: 'x' })],
    status: 'tie',
    winner: null,
    why: 'identical changes tie, whatever they cost',
  },
  {
    runs: [run('a', 80, { change: 'x' }), run('b', 99, { change: 'y' })],
    status: 'winner',
    winner: 'b',
    why: 'another change',
  },
  {
    runs: [run('a', 80, { change: null }), run('b', 99, { change: null })],
    status: 'winner',
    winner: 'b',
    why: 'an unknown change never equals another',
  },
  {
    runs: [run('a', 90), run('a', 90), run('b', 91), run('b', 91)],
    status: 'tie',
    winner: null,
    why: 'runs without noise are still rounded',
  },
  {
    runs: [run('a', 80), run('a', 90), run('b', 84), run('b', 88)],
    status: 'tie',
    winner: null,
    why: 'a lead within the noise of repeats',
  },
  {
    runs: [run('a', 80), run('b', 99, { required_scorers_pass: false })],
    status: 'winner',
    winner: 'a',
    why: 'a run that fails its scorers is not eligible',
  },
  { runs: [], status: 'no_winner', winner: null, why: 'nobody came' },
])('$status: $why', ({ runs, status, winner }) => {
  expect(compete(runs)).toMatchObject({ status, winner });
});

test('a tie names its agents and the reason', () => {
  expect(compete([run('a', 90, { change: 'x' }), run('b', 95, { change: 'x' }), run('c', 10)])).toMatchObject({
    tied: ['b', 'a'],
    reason: 'the change is the same between b, a',
  });
});

test('the order of runs does not matter, and a winner is always eligible, ranked first and no tie', () => {
  const entry = fc.record({
    agent_id: fc.constantFrom('a', 'b', 'c'),
    scorecard: fc.option(fc.integer({ min: 86, max: 92 })),
    composite: fc.option(fc.nat(3).map((n) => 0.9 + n / 100)),
    wall_ms: fc.option(fc.constantFrom(1000, 1020, 1100)),
    change: fc.constantFrom('x', 'y', null),
    required_scorers_pass: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 9 }), (entries) => {
      const runs = entries.map((one, i) => ({ ...one, run_id: `r${i}` }));
      const result = compete(runs);
      expect(compete(runs.toReversed())).toEqual(result);
      if (result.winner === null) return;
      expect(result.ranking[0]).toMatchObject({ agent_id: result.winner });
      expect(result.tied).toEqual([]);
      const changeOf = (run_id: string | null) => runs.find((one) => one.run_id === run_id)?.change ?? null;
      const won = changeOf(result.winning_run_id);
      for (const { best_run_id } of result.ranking.slice(1))
        if (won !== null && best_run_id !== null) expect(changeOf(best_run_id)).not.toBe(won);
    }),
  );
});
