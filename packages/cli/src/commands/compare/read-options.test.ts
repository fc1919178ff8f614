import { expect, test } from 'vitest';
import { readCompareOptions } from './read-options.ts';

test.each([
  {
    args: ['before', 'after'],
    compared: { kind: 'runs', baseline: 'before', candidate: 'after' },
    why: 'two names are stored runs',
  },
  {
    args: ['--baseline', 'main', 'one', '--agent', 'a,b'],
    compared: { kind: 'configurations', baseline: 'main', candidate: 'HEAD', scenarios: ['one'], agents: ['a', 'b'] },
    why: 'the default candidate is the working tree, and names are scenarios',
  },
  {
    args: ['--baseline', 'main'],
    compared: { repeat: 3, sequential: false, prove: 'once' },
    why: 'more than one repeat separates noise from regressions',
  },
  { args: ['--baseline', 'main'], compared: { confirm: true }, why: 'suspected tasks run again by default' },
  {
    args: ['--baseline', 'main', '--no-confirm'],
    compared: { confirm: false },
    why: 'the second stage can be turned off',
  },
  {
    args: ['--baseline', 'main', '--sequential'],
    compared: { repeat: 10, sequential: true },
    why: 'the number of rounds has a default',
  },
  {
    args: ['--baseline', 'main', '--max-rounds', '4'],
    compared: { repeat: 4, sequential: true },
    why: 'the number of rounds can be set',
  },
  {
    args: ['./mined', '--agent', 'a', '--against', 'b'],
    compared: { kind: 'agents', scenarios: ['./mined'], agents: ['b', 'a'], repeat: 3 },
    why: 'the agent that another is compared against is the baseline',
  },
  {
    args: ['--skill-on-off', 'tidy'],
    compared: { kind: 'configurations', candidate: 'HEAD', skill: 'tidy' },
    why: 'the baseline is the candidate without the skill',
  },
  {
    args: ['--matrix', '--agent', 'a,b', '--model', 'm,n', '--baseline', 'x', '--candidate', 'y', '--candidate', 'z'],
    compared: { kind: 'matrix', agents: ['a', 'b'], models: ['m', 'n'], configurations: ['x', 'y', 'z'] },
    why: 'a matrix accepts several of each option',
  },
])('$args: $why', ({ args, compared }) => {
  expect(readCompareOptions(args).compared).toMatchObject(compared);
});

test('thresholds must be numbers from 0 to 1', () => {
  expect(readCompareOptions(['a', 'b', '--min-gain', '0', '--max-drop', '0.2']).thresholds).toEqual({
    min_composite_gain: 0,
    regression_composite_drop: 0.2,
  });
});

test('all three thresholds can be set, for stored runs and for new ones', () => {
  const options = ['--min-gain', '0.02', '--max-drop', '0.1', '--allow-check-drops'];
  for (const sides of [
    ['a', 'b'],
    ['--baseline', 'main'],
  ])
    expect(readCompareOptions([...sides, ...options]).thresholds).toEqual({
      min_composite_gain: 0.02,
      regression_composite_drop: 0.1,
      objective_drop_is_regression: false,
    });
});

test.each([
  { args: [], says: 'two sets of runs' },
  { args: ['a'], says: 'two sets of runs' },
  { args: ['a', 'b', 'c'], says: 'two sets of runs' },
  { args: ['a', 'b', '--repeat', '3'], says: 'requires --baseline and --candidate' },
  { args: ['a', 'b', '--no-confirm'], says: 'requires --baseline and --candidate' },
  { args: ['--candidate', 'x'], says: '--baseline is missing' },
  { args: ['--baseline', 'x', '--candidate', 'y', '--candidate', 'z'], says: '--matrix' },
  { args: ['--baseline', 'x', '--model', 'm'], says: '--matrix' },
  { args: ['--baseline', 'x', '--skill-on-off', 'y'], says: '--skill-on-off and --baseline cannot be combined' },
  { args: ['--baseline', 'x', '--sequential', '--repeat', '3'], says: 'use --max-rounds' },
  { args: ['--matrix', '--agent', 'a', '--sequential'], says: 'cannot be combined' },
  { args: ['--matrix', '--agent', 'a', '--format', 'junit'], says: 'text or json' },
  { args: ['--agent', 'a,b', '--against', 'c'], says: 'name one with --agent' },
  { args: ['--agent', 'a', '--against', 'c', '--baseline', 'x'], says: '--against and --baseline cannot be combined' },
  { args: ['--baseline', 'x', '--repeat', '0'], says: '--repeat' },
  { args: ['a', 'b', '--min-gain=-0.1'], says: '--min-gain' },
  { args: ['a', 'b', '--max-drop', 'NaN'], says: '--max-drop' },
  { args: ['a', 'b', '--max-drop', ''], says: '--max-drop' },
  { args: ['a', 'b', '--format', 'yaml'], says: 'text, markdown, junit, json' },
])('rejects $args: $says', ({ args, says }) => {
  expect(() => readCompareOptions(args)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(says) }),
  );
});
