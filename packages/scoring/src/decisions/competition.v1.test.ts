import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { competitionV1 } from './competition.v1.ts';

let next = 0;
const run = (agent_id: string, scorecard: number | null, change = {}) => ({
  agent_id,
  run_id: `r${next++}`,
  required_scorers_pass: true,
  scorecard,
  composite: 0.5,
  wall_ms: 1000,
  ...change,
});
const compete = (runs: unknown[]) => compute(competitionV1, { runs });

test.each([
  { runs: [run('a', 80), run('b', 90)], status: 'winner', winner: 'b', why: 'the highest scorecard' },
  {
    runs: [run('a', 80), run('b', 99, { required_scorers_pass: false })],
    status: 'winner',
    winner: 'a',
    why: 'a run that fails its scorers is not eligible',
  },
  {
    runs: [run('a', 80), run('b', null)],
    status: 'winner',
    winner: 'a',
    why: 'a run without a scorecard is not eligible',
  },
  {
    runs: [run('a', 80, { composite: 0.6 }), run('b', 80)],
    status: 'winner',
    winner: 'a',
    why: 'equal scorecards, better composite',
  },
  {
    runs: [run('a', 80), run('b', 80, { wall_ms: 900 })],
    status: 'winner',
    winner: 'b',
    why: 'equal scorecards, faster',
  },
  {
    runs: [run('a', 80), run('b', 80, { composite: null })],
    status: 'winner',
    winner: 'a',
    why: 'a known value ranks before a missing one',
  },
  { runs: [run('a', 80), run('b', 80)], status: 'tie', winner: null, why: 'no difference at all' },
  { runs: [run('a', 80, { required_scorers_pass: false })], status: 'no_winner', winner: null, why: 'no eligible run' },
  { runs: [], status: 'no_winner', winner: null, why: 'nobody came' },
  {
    runs: [run('a', 80), run('a', 90), run('b', 84), run('b', 88)],
    status: 'tie',
    winner: null,
    why: 'a lead within the noise of repeats',
  },
  {
    runs: [run('a', 90), run('a', 91), run('b', 50), run('b', 51)],
    status: 'winner',
    winner: 'a',
    why: 'a lead far outside the noise',
  },
])('$status: $why', ({ runs, status, winner }) => {
  expect(compete(runs)).toMatchObject({ status, winner });
});

test('names only the best run of the winner', () => {
  const runs = [run('a', 90), run('a', 92, { run_id: 'best' }), run('b', 10), run('b', 11)];
  expect(compete(runs)).toMatchObject({ winner: 'a', winning_run_id: 'best' });
});

test('a tie names its agents', () => {
  expect(compete([run('a', 80), run('a', 90), run('b', 84), run('b', 88), run('c', 1), run('c', 2)]).tied).toEqual([
    'b',
    'a',
  ]);
});

test('rejects a duplicate run', () => {
  expect(() => compete([run('a', 1, { run_id: 'x' }), run('b', 1, { run_id: 'x' })])).toThrow(
    expect.objectContaining({ path: 'runs[1].run_id' }),
  );
});

test('the order of runs does not matter, and a winner is always eligible and ranked first', () => {
  const entry = fc.record({
    agent_id: fc.constantFrom('a', 'b', 'c'),
    scorecard: fc.option(fc.nat(100)),
    passes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
      const runs = entries.map(({ agent_id, scorecard, passes }, i) => ({
        ...run(agent_id, scorecard),
        run_id: `r${i}`,
        required_scorers_pass: passes,
      }));
      const result = compete(runs);
      expect(compete(runs.toReversed())).toEqual(result);
      if (result.winner === null) return;
      expect(result.ranking[0]).toMatchObject({ agent_id: result.winner });
      expect(result.ranking[0]?.eligible_runs).toBeGreaterThan(0);
    }),
  );
});
