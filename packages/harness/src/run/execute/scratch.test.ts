import { execFile } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { createScratch } from './scratch.ts';

test('a run has its own folders, removed afterwards', async () => {
  await using other = await createScratch();
  let folders: string[];
  {
    await using scratch = await createScratch();
    folders = [scratch.workspace, scratch.home, scratch.grader_home, scratch.store, scratch.socket];
    expect(new Set([...folders, other.workspace]).size).toBe(6);
    for (const folder of [...folders, ...folders.map(dirname)]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  for (const folder of [...folders, ...folders.map(dirname)]) expect(existsSync(folder)).toBe(false);
  expect(existsSync(other.workspace)).toBe(true);
});

const LOCKED = 'mkdir -p a/b/c && touch a/b/c/f && chmod 000 a/b/c a/b a';
// longer than the path limit
const DEEP = 'name=$(printf "d%.0s" {1..200}); for i in {1..30}; do mkdir $name; cd -P $name; done';
const LINKED = 'ln -s "$OUTSIDE" link && chmod 500 .';

test.each([
  { script: LOCKED, why: 'folders without permissions' },
  { script: DEEP, why: 'folders too deep for a path' },
  { script: `${DEEP}; chmod 000 .`, why: 'both' },
  { script: LINKED, why: 'a link, which is not followed' },
])('removes what an agent made hard to remove: $why', async ({ script }) => {
  using place = scratchFolder();
  // root ignores permissions, so another user runs this
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid !== undefined) chownSync(place.path, nobody.uid, nobody.gid);
  const module = fileURLToPath(new URL('scratch.ts', import.meta.url));
  const program = `
    import { execFileSync } from 'node:child_process';
    import { existsSync, mkdirSync } from 'node:fs';
    import { createScratch } from ${JSON.stringify(module)};
    const { OUTSIDE } = process.env;
    mkdirSync(OUTSIDE);
    mkdirSync(OUTSIDE + '/kept', { mode: 0o500 });
    const scratch = await createScratch();
    execFileSync('bash', ['-euc', ${JSON.stringify(script)}], { cwd: scratch.workspace });
    await scratch[Symbol.asyncDispose]();
    process.stdout.write(existsSync(scratch.workspace) ? 'still there' : 'gone')`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--conditions=@assay/source', '--input-type=module', '-e', program],
    { cwd: place.path, env: { ...process.env, TMPDIR: place.path, OUTSIDE: join(place.path, 'outside') }, ...nobody },
  );
  expect(stdout).toBe('gone');
  expect(statSync(join(place.path, 'outside', 'kept')).mode & 0o777).toBe(0o500);
});
