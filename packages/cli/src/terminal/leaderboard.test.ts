import { createId } from '@assay/schema';
import { score } from '@assay/scoring';
import { expect, test } from 'vitest';
import { makeResult } from '../../test/made-result.ts';
import { createLeaderboard } from './leaderboard.ts';

const scorecard = (attempts: number) =>
  score('scorecard', { outcome: 'COMPLETED', stages: [{ name: 'test', attempts, passed: true }] });
const run = (agent: string, attempts: number, fields: object = {}) =>
  makeResult({
    run_id: createId('run', { time_ms: attempts, entropy: new TextEncoder().encode(agent.padEnd(10).slice(0, 10)) }),
    agent,
    scorecard: scorecard(attempts) as never,
    ...fields,
  });

test('ranks agents by their finished runs; agents without one come last', () => {
  const board = createLeaderboard(['one', 'two', 'three', 'four']);
  expect(board.draw([])).toEqual([
    '   agent  card  composite  time  eligible',
    '·  one',
    '·  two',
    '·  three',
    '·  four',
  ]);
  const drawn = board.draw([run('two', 3), run('one', 1), run('three', 1, { overall: 'FAIL' })]);
  expect(drawn.map((row) => row.trim().split(/ {2,}/).slice(0, 2))).toEqual([
    ['agent', 'card'],
    ['1', 'one'],
    ['2', 'two'],
    ['–', 'three'],
    ['·', 'four'],
  ]);
});

test('without a terminal, the ranking is one line', () => {
  const board = createLeaderboard(['one', 'two']);
  const broken = { class: 'sandbox_lost', side: 'harness', message: 'gone' };
  expect(board.say([run('one', 1, { failure: broken })])).toBe('no ranking yet');
  expect(board.say([run('two', 3), run('one', 1)])).toMatch(/^so far: one \d+, two \d+$/);
});

test('escapes control characters in agent names', () => {
  const [, row] = createLeaderboard(['\u001b[2Jx\ny']).draw([]);
  expect(row).toBe('·  \\u{1b}[2Jx y');
});
