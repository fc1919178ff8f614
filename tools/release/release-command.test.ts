import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listWorkspaces, readManifest } from './workspaces.ts';

/* The script in a copy of the repository, with an npm that packs and publishes nothing and writes down what it is asked. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const workspaces = listWorkspaces(root);
const FILES = ['.gitignore', 'CHANGELOG.md', 'package-lock.json', 'package.json', 'tools/release.ts', 'tools/release'];
const PUBLISHED = 'tools/published.json';

// packs manifests alone; knows no published package
const NPM = `#!/usr/bin/env node
const { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync } = require('node:fs');
const [command, ...args] = process.argv.slice(2);
appendFileSync(__dirname + '/calls', [command, ...args].join(' ') + '\\n');
if (command === 'view') process.exit(1);
if (command === 'pack') {
  const folders = args.filter((arg) => arg.startsWith('--workspace=')).map((arg) => arg.split('=')[1]);
  const destination = args[args.indexOf('--pack-destination') + 1];
  const packed = (folders.length === 0 ? ['.'] : folders).map((folder) => {
    const stage = mkdtempSync(__dirname + '/stage-');
    mkdirSync(stage + '/package');
    cpSync(folder + '/package.json', stage + '/package/package.json');
    const { name } = JSON.parse(readFileSync(folder + '/package.json', 'utf8'));
    const filename = name.replace('@', '').replace('/', '-') + '.tgz';
    require('node:child_process').execFileSync('tar', ['-czf', destination + '/' + filename, '-C', stage, 'package']);
    return { name, filename, size: 1, unpackedSize: 1 };
  });
  console.log(JSON.stringify(packed));
}
`;

let folder = '';
const repository = (): string => join(folder, 'repository');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-release-'));
  for (const path of [...FILES, PUBLISHED, ...workspaces.map((directory) => `${directory}/package.json`)]) {
    mkdirSync(dirname(join(repository(), path)), { recursive: true });
    cpSync(join(root, path), join(repository(), path), { recursive: true });
  }
  writeFileSync(join(folder, 'npm'), NPM);
  chmodSync(join(folder, 'npm'), 0o755);
  git('init', '--quiet');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
  return execFileSync('git', [...identity, ...args], { cwd: repository(), encoding: 'utf8' });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message=change');
}

function release(...args: string[]) {
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  return spawnSync(process.execPath, ['tools/release.ts', ...args], { cwd: repository(), encoding: 'utf8', env });
}

const listCalls = (): string[] =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];

test('a release is prepared: version, changelog, reference, check and tarballs, and nothing is published', () => {
  const { status, stdout, stderr } = release('9.8.7');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('nothing is published');
  expect(listCalls().map((call) => call.split(' --')[0])).toEqual(['run docs', 'run check:all', 'pack']);
  expect(readFileSync(join(repository(), 'CHANGELOG.md'), 'utf8')).toMatch(/^## 9\.8\.7 - \d{4}-\d\d-\d\d$/m);
  expect(readManifest(join(repository(), 'packages/cli')).version).toBe('9.8.7');
  expect(release('9.8.8')).toMatchObject({ status: 1, stderr: expect.stringContaining('expected a clean work tree') });
  commit();
  expect(release('9.8.7')).toMatchObject({ status: 1, stderr: expect.stringContaining('already has a section') });
});

test.each([
  { args: [], says: 'Usage:' },
  { args: ['1.0.0', '--publish'], says: 'Usage:' },
  { args: ['next'], says: 'expected a version such as 1.2.3, found next' },
])('$args is refused: $says', ({ args, says }) => {
  expect(release(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(says) });
  expect(listCalls()).toEqual([]);
});

test('a tagged release is published with provenance, each package after those it depends on', () => {
  release('9.8.7');
  const names = { name: 'assay', scope: '@other', repository: null };
  writeFileSync(join(repository(), PUBLISHED), JSON.stringify(names));
  commit();
  expect(release('--publish').stderr).toContain('names no repository');
  writeFileSync(join(repository(), PUBLISHED), JSON.stringify({ ...names, repository: 'https://example.com/a/b' }));
  commit();
  expect(release('--publish').stderr).toContain('HEAD has no tag v9.8.7');
  git('tag', 'v9.8.7');
  expect(release('--publish')).toMatchObject({ status: 0, stderr: '' });
  const calls = listCalls().filter((call) => call.startsWith('publish'));
  expect(calls.map((call) => call.replace(/ \S*\//, ' '))).toEqual(
    workspaces.map((directory) => {
      const file = directory === 'packages/cli' ? 'assay' : directory.replace('packages/', 'other-');
      return `publish ${file}.tgz --provenance --access public`;
    }),
  );
});
