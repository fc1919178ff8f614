import { expect, test } from 'vitest';
import { configure } from '../../test/evidence.ts';
import { commandsToRun, watchedPaths } from './watched-paths.ts';

const specs = [
  {
    name: 'tests pass',
    type: 'command',
    command: 'npm test',
    timeout_s: 120,
    restore: ['test/a.js'],
    must_pass: ['adds'],
  },
  { name: 'fixes', type: 'fail_to_pass', command: 'tests pass', tests: ['subtracts'] },
  { name: 'tests untouched', type: 'tests_unmodified', paths: ['test/a.js', 'test/b.js'], dirs: ['test/data'] },
  { name: 'scaffolding untouched', type: 'baseline_unmodified', paths: ['package.json', 'test/a.js'] },
  { name: 'has readme', type: 'file_exists', path: 'README.md' },
  { name: 'in src', type: 'allowed_paths', patterns: ['src/*'] },
  { name: 'clear', type: 'llm_judge', rubric: 'Is it clear?' },
  { name: 'no secrets', type: 'forbid_secrets' },
  { name: 'lint', type: 'command', command: 'npm run lint', isolated: true, repeat: 3 },
].map(configure);

test('watches every path that a scorer names once, and what is in it with a slash, because it may be a folder', () => {
  expect(watchedPaths(specs)).toEqual([
    'test/a.js',
    'test/b.js',
    'test/a.js/',
    'test/b.js/',
    'test/data/',
    'package.json',
    'package.json/',
    'README.md',
  ]);
});

test('commands run in scorer order, with all requested tests', () => {
  expect(commandsToRun(specs)).toEqual([
    {
      name: 'tests pass',
      command: 'npm test',
      timeout_s: 120,
      restore: ['test/a.js'],
      repeat: 1,
      isolated: false,
      tree: 'both',
      control: true,
      tests: ['adds', 'subtracts'],
    },
    {
      name: 'lint',
      command: 'npm run lint',
      timeout_s: 900,
      restore: [],
      repeat: 3,
      isolated: true,
      tree: 'both',
      control: true,
      tests: [],
    },
  ]);
});

test('without scorers there is nothing to watch or run', () => {
  expect([watchedPaths([]), commandsToRun([])]).toEqual([[], []]);
});
