import { join } from 'node:path';
import type { EnvironmentRecipe } from '@assay/schema';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../detect/test/workspace.ts';
import { nameEnvironment, readRecipe } from './recipe.ts';

const RECIPE: EnvironmentRecipe = {
  install: 'npm ci',
  folder: null,
  date: '2026-01-02',
  files: {
    'package.json': '{"name": "bank", "version": "1.0.0", "scripts": {"test": "ava"}, "dependencies": {"tiny": "^1"}}',
    'package-lock.json': JSON.stringify({
      ...{ name: 'bank', version: '1.0.0', lockfileVersion: 3 },
      packages: {
        '': { name: 'bank', version: '1.0.0', dependencies: { tiny: '^1' } },
        'packages/a': { name: 'a', version: '1.0.0' },
        'node_modules/tiny': { version: '1.2.3' },
      },
    }),
  },
};
const NAME = nameEnvironment(RECIPE);
const replace = (path: string, from: string, to: string): EnvironmentRecipe => ({
  ...RECIPE,
  files: { ...RECIPE.files, [path]: (RECIPE.files[path] as string).replaceAll(from, to) },
});

test('a name is the same on every machine', () => expect(NAME).toBe('1d4cb918b9a24e6b'));

test.each([
  ['the date of the commit', { ...RECIPE, date: '2020-01-01' }],
  ['the version and name of the project', replace('package.json', '1.0.0', '2.0.0')],
  ['those in the lock file, also of packages', replace('package-lock.json', '1.0.0', '2.0.0')],
  ['scripts', replace('package.json', 'ava', 'vitest')],
  ['the order of files', { ...RECIPE, files: Object.fromEntries(Object.entries(RECIPE.files).toReversed()) }],
])('%s: the same environment', (_, recipe) => expect(nameEnvironment(recipe)).toBe(NAME));

test.each([
  ['another version of a dependency', replace('package-lock.json', '1.2.3', '1.2.4')],
  ['another range', replace('package.json', '^1', '^2')],
  ['another command', { ...RECIPE, install: 'npm install' }],
  ['another folder', { ...RECIPE, folder: 'packages/a' }],
  ['a file that cannot be read', replace('package.json', '{', '')],
])('%s: another environment', (_, recipe) => expect(nameEnvironment(recipe)).not.toBe(NAME));

test.each([
  ['not JSON', '{', /environment\.json: .*JSON/],
  ['a file outside', JSON.stringify({ ...RECIPE, files: { '../x': '' } }), /a path without \. and \.\./],
  ['a folder outside', JSON.stringify({ ...RECIPE, folder: '/tmp' }), /folder: .*expected a path/],
])('%s is refused', async (_, text, message) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'environment.json': text });
  await expect(readRecipe(join(scratch.path, 'environment.json'))).rejects.toThrow(message);
});
