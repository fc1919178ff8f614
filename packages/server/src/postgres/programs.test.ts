import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPrograms } from './programs.ts';

const NOBODY = 65_534;
let [spare, installation] = ['', ''];
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-programs-'));
  [spare, installation] = [join(folder, 'spare'), join(folder, 'installed')];
  const { postgres } = await findPrograms(spare);
  // as after an installer that runs no scripts and drops links
  await cp(dirname(dirname(dirname(postgres))), installation, {
    recursive: true,
    filter: async (source) => !source.endsWith('share') && !(await lstat(source)).isSymbolicLink(),
  });
});
afterEach(() => rm(dirname(spare), { recursive: true }));

const version = (program: string): string => execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' });

test('creates links that the install script did not', async () => {
  expect(() => version(join(installation, 'native', 'bin', 'initdb'))).toThrow();
  const programs = await findPrograms(spare, installation);
  expect(programs).toMatchObject({ postgres: join(installation, 'native', 'bin', 'postgres'), major: '18' });
  expect(version(programs.postgres)).toContain('PostgreSQL) 18.');
  expect(version(programs.initdb)).toContain('PostgreSQL) 18.');
});

test.skipIf(process.getuid?.() !== 0)('completes an installation of another user in a copy, once', async () => {
  const folder = dirname(spare);
  await mkdir(spare);
  await chmod(folder, 0o755);
  await chown(spare, NOBODY, NOBODY);
  const program = `import('${new URL('./programs.ts', import.meta.url)}').then(async ({ findPrograms }) => {
    for (const _ of [1, 2]) console.log((await findPrograms('${spare}', '${installation}')).initdb);
  })`;
  const options = { uid: NOBODY, gid: NOBODY, encoding: 'utf8' } as const;
  const [first = '', second] = execFileSync(
    process.execPath,
    ['--conditions=@assay/source', '-e', program],
    options,
  ).split('\n');
  expect(first.startsWith(spare)).toBe(true);
  expect(second).toBe(first);
  expect(version(first)).toContain('PostgreSQL) 18.');
  expect(await readdir(spare)).toHaveLength(1);
});
