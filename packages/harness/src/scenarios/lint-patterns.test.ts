import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import { lintPatterns } from '../../../detect/src/lint-patterns.ts';
import { putFiles, scratchFolder } from '../../../detect/test/workspace.ts';
import { loadProject } from './load-project.ts';

const FIXTURE = { 'src/app.py': '', 'tests/test_app.py': '', Makefile: '', 'docs/a.md': '' };

const scorersOf = (scorers: readonly object[]) => parse(Scenario.shape.scorers, scorers);

const lint = (scorer: object, files: ReadonlySet<string> | null = new Set(Object.keys(FIXTURE))) =>
  lintPatterns(scorersOf([{ name: 'one', ...scorer }]), { at: ['scorers'], files });

test.each([
  { patterns: ['**/*.py'], says: 'for the files at the root add *.py' },
  { patterns: ['src/{a,b}.py'], says: 'write one pattern for each alternative' },
  { patterns: ['./src/*'], says: 'write src/*' },
  { patterns: ['src'], says: 'for a folder write src/*' },
  { patterns: ['source/*'], says: 'the initial workspace has no folder source/, so only new files can match' },
])('$patterns: $says', ({ patterns, says }) => {
  for (const type of ['allowed_paths', 'forbid_paths'])
    expect(lint({ type, patterns })).toEqual([expect.stringContaining(`scorers[0].patterns[0]: ${patterns[0]}: `)]);
  expect(lint({ type: 'allowed_paths', patterns })[0]).toContain(says);
});

test.each([['src/*'], ['src/new.py'], ['hello.txt'], ['*.pem'], ['.env'], ['Makefile'], ['**/*.py', '*.py']])(
  '%s has no remarks',
  (...patterns) => {
    expect(lint({ type: 'forbid_paths', patterns })).toEqual([]);
  },
);

test('remarks on patterns for tests and runner configurations that match no file', () => {
  expect(lint({ type: 'no_new_skips', test_globset: ['*_test.py', 'tests/*'] })).toEqual([
    'scorers[0].test_globset[0]: *_test.py: matches no file of the initial workspace',
  ]);
  expect(lint({ type: 'runner_config_unmodified', patterns: ['*.toml'] })).toEqual([
    'scorers[0].patterns[0]: *.toml: matches no file of the initial workspace',
  ]);
});

test('without known files, remarks only on syntax', () => {
  for (const files of [null, new Set<string>()]) {
    expect(lint({ type: 'no_new_skips', test_globset: ['*_test.py'] }, files)).toEqual([]);
    expect(lint({ type: 'allowed_paths', patterns: ['Makefile'] }, files)).toHaveLength(1);
  }
});

test('gitignore patterns have no remarks', () => {
  expect(lint({ type: 'allowed_paths', patterns: ['**/*.py', '/src/', '!src'], glob: 'gitignore' })).toEqual([]);
});

test('remarks are limited and on one line', () => {
  const patterns = Array.from({ length: 1000 }, (_, index) => `**/${index}\n\u001b[31m`);
  const remarks = lint({ type: 'forbid_paths', patterns });
  expect(remarks).toHaveLength(21);
  expect(remarks.at(-1)).toBe('and 980 more about patterns');
  expect(remarks[0]).toContain('**/0\\x0a\\x1b[31m: needs a folder');
});

function writeProject(folder: string, scenario: object): void {
  putFiles(join(folder, 'scenarios/one/fixture'), FIXTURE);
  const written = { name: 'one', user_instruction: 'Do it.', ...scenario };
  putFiles(folder, { 'scenarios/one/scenario.json': JSON.stringify(written) });
}

const SCORERS = [
  { name: 'where', type: 'allowed_paths', patterns: ['source/*', '**/*.py'] },
  { name: 'skips', type: 'no_new_skips', test_globset: ['spec/*'] },
];

test('loading a project reports suspicious patterns', async () => {
  using scratch = scratchFolder();
  writeProject(scratch.path, { workspace_seed: { copy: './fixture' }, scorers: SCORERS });
  // links and repositories are skipped
  symlinkSync('/', join(scratch.path, 'scenarios/one/fixture/all'));
  mkdirSync(join(scratch.path, 'scenarios/one/fixture/.git'));
  writeFileSync(join(scratch.path, 'scenarios/one/fixture/.git/HEAD'), '');
  const { notes } = await loadProject({ folder: scratch.path });
  expect(notes).toEqual([
    'scenarios/one/scenario.json scorers[0].patterns[0]: source/*: the initial workspace has no folder source/, so only new files can match',
    'scenarios/one/scenario.json scorers[0].patterns[1]: **/*.py: needs a folder before the name; for the files at the root add *.py',
    'scenarios/one/scenario.json scorers[1].test_globset[0]: spec/*: matches no file of the initial workspace',
  ]);
});

test.each([
  { why: 'a setup may create files', more: { workspace_seed: { copy: './fixture' }, setup: 'mkdir source' } },
  { why: 'an empty workspace has no files', more: { workspace_seed: 'empty' } },
  { why: 'a repository is not cloned', more: { workspace_seed: { git: './fixture', ref: 'main' } } },
])('does not guess which files exist: $why', async ({ more }) => {
  using scratch = scratchFolder();
  writeProject(scratch.path, { ...more, scorers: SCORERS });
  const { notes } = await loadProject({ folder: scratch.path });
  expect(notes).toEqual([expect.stringContaining('**/*.py: needs a folder before the name')]);
});
