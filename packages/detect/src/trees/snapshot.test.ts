import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openScene, putFiles, scratchFolder, shell } from '../../test/workspace.ts';
import { createObjectStore, hashingSink } from './object-store.ts';
import { takeSnapshot } from './snapshot.ts';

// real processes are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const names = fc.stringMatching(/^[a-c.\- é+0]{1,3}$/).filter((name) => !/^\.{1,2}$/.test(name));
const files = fc.array(
  fc.record({
    path: fc.array(names, { minLength: 1, maxLength: 3 }),
    content: fc.oneof(fc.string(), fc.uint8Array({ maxLength: 20 })),
    kind: fc.constantFrom('file', 'program', 'link'),
  }),
  { maxLength: 12 },
);

test('computes the same tree id as git', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      using scratch = scratchFolder();
      const folder = `${scratch.path}/w`;
      mkdirSync(folder);
      for (const { path, content, kind } of all) {
        const at = `${folder}/${path.join('/')}`;
        try {
          mkdirSync(`${folder}/${path.slice(0, -1).join('/')}`, { recursive: true });
          if (kind === 'link') symlinkSync(`x${path.join('')}`, at);
          else writeFileSync(at, content, { mode: kind === 'program' ? 0o755 : 0o644, flag: 'wx' });
        } catch {
          // conflicts with another path; the rest is enough
        }
      }
      const store = await createObjectStore(`${scratch.path}/store`);
      const { tree } = await takeSnapshot(folder, store);
      const git = shell(
        folder,
        'git init -q --bare ../git; export GIT_DIR=../git GIT_WORK_TREE=.; git add -Af; git write-tree',
      );
      expect(tree).toBe(git.trim());
      expect((await takeSnapshot(folder, hashingSink)).tree).toBe(tree);
      shell(scratch.path, `git --git-dir=store ls-tree -r ${tree}; git --git-dir=store fsck --strict`);
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('snapshots an empty workspace and empty folders', async () => {
  using scene = await openScene({});
  expect(scene.baseline.tree).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  scene.attack('mkdir -p a/b');
  const { tree, files: seen } = await scene.snapshot();
  expect(tree).toBe(scene.baseline.tree);
  expect([...seen].map(([path, { kind }]) => [path, kind])).toEqual([
    ['a', 'folder'],
    ['a/b', 'folder'],
  ]);
  expect(await scene.changes()).toEqual({});
});

test.each([
  { target: 'src/a', inside: true, escapes: false, why: 'a file' },
  { target: 'src', inside: true, escapes: false, why: 'a folder' },
  { target: './src/../src//a', inside: true, escapes: false, why: 'a detour' },
  { target: 'to-src/a', inside: true, escapes: false, why: 'through another link' },
  { target: 'nothing', inside: false, escapes: false, why: 'a missing file' },
  { target: 'nothing/../src', inside: false, escapes: false, why: 'through a missing folder' },
  { target: 'src/a/b', inside: false, escapes: false, why: 'through a file' },
  { target: 'link', inside: false, escapes: false, why: 'itself' },
  { target: '..', inside: false, escapes: true, why: 'the folder above' },
  { target: 'src/../../x', inside: false, escapes: true, why: 'above, through a detour' },
  { target: 'nothing/../../x', inside: false, escapes: true, why: 'above, if the folder is created' },
  { target: '/etc/passwd', inside: false, escapes: true, why: 'another place' },
  { target: 'to-root/etc', inside: false, escapes: true, why: 'another place, through a link' },
  { target: '.git/config', inside: false, escapes: true, why: 'the git folder' },
  { target: '/inner/src/a', inside: true, escapes: false, why: 'an absolute path of the sandbox' },
  { target: '/inner/../etc', inside: false, escapes: true, why: 'an absolute path that leaves the workspace' },
  { target: '/innermost', inside: false, escapes: true, why: 'a folder with the same prefix' },
])('a link to $target leads to $why', async ({ target, inside, escapes }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'src/a': 'a', '.git/config': '' });
  symlinkSync('src', `${scratch.path}/to-src`);
  symlinkSync('/', `${scratch.path}/to-root`);
  symlinkSync(target, `${scratch.path}/link`);
  const snapshot = await takeSnapshot(scratch.path, hashingSink, undefined, { known_as: '/inner' });
  expect(snapshot.files.get('link')).toMatchObject({ kind: 'link', mode: '120000', inside });
  expect(snapshot.escapes.has('link')).toBe(escapes);
});

test('rejects a missing workspace', async () => {
  await expect(takeSnapshot('/nonexistent/x', hashingSink)).rejects.toMatchObject({ code: 'unreadable_file' });
});

test('a walk can be stopped', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`f${i}`, `${i}`])));
  const store = await createObjectStore(`${scratch.path}/.git`);
  const stopped = takeSnapshot(scratch.path, store, undefined, { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
});
