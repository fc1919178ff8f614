import { expect, test } from 'vitest';
import { readCompareOptions } from './read-options.ts';

test.each([
  {
    args: ['before', 'after'],
    compared: { kind: 'runs', baseline: 'before', candidate: 'after' },
    why: 'two names are runs that were made',
  },
  {
    args: ['--baseline', 'main', 'one', '--agent', 'a,b'],
    compared: { kind: 'configurations', baseline: 'main', candidate: 'HEAD', scenarios: ['one'], agents: ['a', 'b'] },
    why: 'the candidate is what is checked out, and other names are scenarios',
  },
  {
    args: ['--baseline', 'main'],
    compared: { repeat: 3, sequential: false, prove: 'once' },
    why: 'repeats, so that noise can be told from a regression',
  },
  { args: ['--baseline', 'main'], compared: { confirm: true }, why: 'what is suspected is run again' },
  { args: ['--baseline', 'main', '--no-confirm'], compared: { confirm: false }, why: 'unless that is too dear' },
  {
    args: ['--baseline', 'main', '--sequential'],
    compared: { repeat: 10, sequential: true },
    why: 'rounds have a last one',
  },
  {
    args: ['--baseline', 'main', '--max-rounds', '4'],
    compared: { repeat: 4, sequential: true },
    why: 'rounds are asked for by their number',
  },
  {
    args: ['--skill-on-off', 'tidy'],
    compared: { kind: 'configurations', candidate: 'HEAD', skill: 'tidy' },
    why: 'a skill is compared with itself left out',
  },
  {
    args: ['--matrix', '--agent', 'a,b', '--model', 'm,n', '--baseline', 'x', '--candidate', 'y', '--candidate', 'z'],
    compared: { kind: 'matrix', agents: ['a', 'b'], models: ['m', 'n'], configurations: ['x', 'y', 'z'] },
    why: 'a matrix takes several of everything',
  },
])('$args: $why', ({ args, compared }) => {
  expect(readCompareOptions(args).compared).toMatchObject(compared);
});

test('thresholds are numbers from 0 to 1', () => {
  expect(readCompareOptions(['a', 'b', '--min-gain', '0', '--max-drop', '0.2']).thresholds).toEqual({
    min_composite_gain: 0,
    regression_composite_drop: 0.2,
  });
});

test('all three thresholds can be set, for runs that exist and for runs to make', () => {
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
  { args: ['--baseline', 'x', '--repeat', '0'], says: '--repeat' },
  { args: ['a', 'b', '--min-gain=-0.1'], says: '--min-gain' },
  { args: ['a', 'b', '--max-drop', 'NaN'], says: '--max-drop' },
  { args: ['a', 'b', '--max-drop', ''], says: '--max-drop' },
  { args: ['a', 'b', '--format', 'yaml'], says: 'text, markdown, junit, json' },
])('$args is refused: $says', ({ args, says }) => {
  expect(() => readCompareOptions(args)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(says) }),
  );
});
