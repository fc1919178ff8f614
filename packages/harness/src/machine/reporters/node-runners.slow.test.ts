import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryCommand } from '../../../test/try-command.ts';

/* The oldest and the newest version of each runner that people still have. */

const folder = mkdtempSync(join(tmpdir(), 'assay-runners-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BDD = `describe('outer', () => {
  it('same', () => {});
  it('same', () => { throw new Error('x'); });
  describe('inner', () => { it('deep', () => {}); xit('skipped', () => {}); });
});
describe('hooked', () => { BEFORE(() => { throw new Error('h'); }); it('never', () => {}); });
`;
const SHARED = [
  'failed FILE: outer > same',
  'passed FILE: outer > inner > deep',
  'passed FILE: outer > same',
  'skipped FILE: outer > inner > skipped',
];

describe.each([
  { versions: { mocha: '8.4.0', jest: '27.5.1', vitest: '1.6.1', jasmine: '3.99.0' } },
  { versions: { mocha: '11.7.5', jest: '30.2.0', jasmine: '5.12.0' } },
])('$versions', ({ versions }) => {
  const modules = join(mkdtempSync(join(folder, 'installed-')), 'node_modules');
  beforeAll(() => {
    writeFileSync(join(modules, '../package.json'), JSON.stringify({ private: true, dependencies: versions }));
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...options], { cwd: join(modules, '..'), stdio: ['ignore', 'ignore', 'inherit'] });
    // a registry can be slow
  }, 600_000);

  const hookOf = (name: string): string => BDD.replace('BEFORE', name);
  const read = async (command: string, files: Readonly<Record<string, string>>) => {
    const { tests, status } = await tryCommand(command, { 'package.json': '{}', ...files }, { modules });
    return { tests: tests.toSorted(), failed: status !== 0 };
  };
  const expected = (file: string, ...others: string[]) => ({
    tests: [...SHARED.map((line) => line.replace('FILE', file)), ...others].toSorted(),
    failed: true,
  });

  test.each(['mocha', 'mocha --reporter dot', 'npm test'])('`%s`', async (command) => {
    const script = JSON.stringify({ scripts: { test: 'mocha --reporter min "test/*.js"' } });
    expect(await read(command, { 'test/a.js': hookOf('before'), 'package.json': script })).toEqual(
      expected('test/a.js', 'errored test/a.js: hooked > "before all" hook for "never"'),
    );
  });

  test('`jest`', async () => {
    const files = { 'a.test.js': hookOf('beforeAll'), 'b.test.js': 'require("nothing-of-this-name");' };
    expect(await read('jest', files)).toEqual(
      expected('a.test.js', 'failed a.test.js: hooked > never', 'errored not_collected b.test.js: cannot be loaded'),
    );
  });

  test.runIf('vitest' in versions)('`vitest run`', async () => {
    const files = { 'a.test.js': hookOf('beforeAll').replace('xit', 'it.skip'), 'b.test.js': 'import "nothing-here";' };
    expect(await read('vitest run --globals', files)).toEqual(
      expected('a.test.js', 'skipped a.test.js: hooked > never', 'errored not_collected b.test.js: cannot be loaded'),
    );
  });

  test('`jasmine`', async () => {
    const { tests, failed } = await read('jasmine "spec/*.js"', { 'spec/a.js': hookOf('beforeAll') });
    const names = tests.map((line) => line.replace(/spec\/a\.js: /, ''));
    // whether a test after a failed hook runs depends on the version
    expect({ names: names.filter((name) => !name.includes('never')), failed }).toEqual({
      names: [...SHARED.map((line) => line.replace('FILE: ', '')), 'errored hooked'].toSorted(),
      failed: true,
    });
  });
});
