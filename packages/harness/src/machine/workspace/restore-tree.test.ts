import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { formatTree } from '../../../../detect/src/trees/git-object.ts';
import { createObjectStore } from '../../../../detect/src/trees/object-store.ts';
import { takeSnapshot } from '../../../../detect/src/trees/snapshot.ts';
import { openScene, scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { restoreTree } from './restore-tree.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

test('exported trees restore to the same trees', async () => {
  using scene = await openScene();
  scene.attack(
    String.raw`echo 2 > app.py; ln -s tests here; ln -s /etc out; printf 'a\0b' > bin; head -c 6000000 /dev/zero > big; : > empty; mkdir -p $'\xff/a'; touch $'\xff/a/\n'; mkdir .GIT; touch .GIT/x`,
  );
  const final = await scene.snapshot();
  const target = `${scene.outside}/exported`;
  await scene.store.exportTrees([scene.baseline.tree, final.tree], target);
  expect(
    readdirSync(`${target}/objects/pack`)
      .map((name) => name.split('.').at(-1))
      .toSorted(),
  ).toEqual(['idx', 'pack']);
  expect(shell(target, 'git --git-dir=. fsck 2>&1 | grep -v -e ^notice -e "^dangling tree" -e hasDotgit || true')).toBe(
    '',
  );
  scene.attack('rm -rf ../store');
  for (const { tree } of [scene.baseline, final]) {
    const restored = `${scene.outside}/${tree}`;
    await restoreTree({ store: target, tree, target: restored });
    const fresh = await createObjectStore(`${scene.outside}/fresh`);
    expect((await takeSnapshot(restored, fresh)).tree).toBe(tree);
  }
});

const memory = statSync('/dev/shm', { throwIfNoEntry: false });
const elsewhere = memory !== undefined && memory.dev !== statSync(tmpdir()).dev;

test.skipIf(!elsewhere)(
  `exports trees to another file system ${elsewhere ? '' : '(skipped: no /dev/shm)'}`,
  async () => {
    using scene = await openScene();
    using other = scratchFolder('/dev/shm');
    const target = `${other.path}/it:is "quoted"`;
    await scene.store.exportTrees([scene.baseline.tree], target);
    const exported = await createObjectStore(target);
    expect(String(await exported.read(scene.baseline.files.get('app.py')?.oid ?? ''))).toContain('def add');
    await exported.exportTrees([scene.baseline.tree], `${scene.outside}/back`);
    expect(readdirSync(`${scene.outside}/back/objects/pack`)).toHaveLength(2);
  },
);

test('exports and restores an empty tree', async () => {
  using scene = await openScene({});
  await scene.store.exportTrees([scene.baseline.tree], `${scene.outside}/exported`);
  const options = { store: `${scene.outside}/exported`, tree: scene.baseline.tree };
  await restoreTree({ ...options, target: `${scene.outside}/restored` });
  expect(readdirSync(`${scene.outside}/restored`)).toEqual([]);
});

test('exports only objects that the trees need', async () => {
  using scene = await openScene();
  const stray = scene.store.write('blob', Buffer.from('stray'));
  await scene.store.exportTrees([scene.baseline.tree], `${scene.outside}/exported`);
  const exported = await createObjectStore(`${scene.outside}/exported`);
  await expect(exported.read(stray)).rejects.toMatchObject({ code: 'unreadable_file' });
  expect(String(await exported.read(scene.baseline.files.get('app.py')?.oid ?? ''))).toContain('def add');
});

test('reads content whole or streamed, loose or packed', async () => {
  using scene = await openScene();
  scene.attack('seq 1000000 > big');
  const { tree, files } = await scene.snapshot();
  const oid = files.get('big')?.oid ?? '';
  await scene.store.exportTrees([tree], `${scene.outside}/exported`);
  for (const store of [scene.store, await createObjectStore(`${scene.outside}/exported`)]) {
    const pieces: Buffer[] = [];
    for await (const piece of store.stream(oid)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(await store.read(oid))).toBe(true);
    expect(Buffer.concat(pieces).toString().slice(0, 6)).toBe('1\n2\n3\n');
  }
});

test.each(['..', '.', '', '.git', 'a/b', '../../x'])('does not restore a tree with the name %j', async (name) => {
  using scratch = scratchFolder();
  const store = await createObjectStore(`${scratch.path}/store`);
  const oid = store.write('blob', Buffer.from('x'));
  const tree = store.write('tree', formatTree([{ name: Buffer.from(name), mode: '100644', oid }]));
  store.flush();
  const restored = restoreTree({ store: store.folder, tree, target: `${scratch.path}/target` });
  await expect(restored).rejects.toMatchObject({ code: 'unreadable_file' });
  expect(readdirSync(`${scratch.path}/target`)).toEqual([]);
});

test('does not write a tree through its own link', async () => {
  using scratch = scratchFolder();
  const store = await createObjectStore(`${scratch.path}/store`);
  const link = { name: Buffer.from('d'), mode: '120000', oid: store.write('blob', Buffer.from(scratch.path)) };
  const file = { name: Buffer.from('planted'), mode: '100644', oid: store.write('blob', Buffer.from('x')) };
  const folder = { name: Buffer.from('d'), mode: '040000', oid: store.write('tree', formatTree([file])) };
  const tree = store.write('tree', formatTree([link, folder]));
  store.flush();
  const restored = restoreTree({ store: store.folder, tree, target: `${scratch.path}/target` });
  await expect(restored).rejects.toMatchObject({ code: 'unwritable_file' });
  expect(readdirSync(scratch.path).toSorted()).toEqual(['store', 'target']);
});

test('does not restore into a folder with content', async () => {
  using scene = await openScene();
  const restored = restoreTree({ store: scene.store.folder, tree: scene.baseline.tree, target: scene.folder });
  await expect(restored).rejects.toMatchObject({ code: 'unwritable_file' });
});

test('stores that share a folder can write the same object concurrently', async () => {
  using scratch = scratchFolder();
  const stores = [await createObjectStore(scratch.path), await createObjectStore(scratch.path)];
  const oids = stores.map((store) => store.write('blob', Buffer.from('same')));
  for (const store of stores) store.flush();
  const later = await createObjectStore(scratch.path);
  for (const store of [...stores, later]) expect(String(await store.read(oids[0] ?? ''))).toBe('same');
  expect(shell(scratch.path, 'git --git-dir=. fsck --full 2>&1 | grep -v -e ^notice -e ^dangling || true')).toBe('');
});

test('a missing object is an error, for reading and for exporting', async () => {
  using scratch = scratchFolder();
  const store = await createObjectStore(scratch.path);
  await expect(store.read('0'.repeat(40))).rejects.toMatchObject({ code: 'unreadable_file' });
  await expect(store.read('../../etc/passwd')).rejects.toMatchObject({ code: 'unreadable_file' });
  await expect(store.exportTrees(['0'.repeat(40)], `${scratch.path}/x`)).rejects.toThrow(/git says/);
});

test('reports a store that is not writable', async () => {
  using scratch = scratchFolder();
  writeFileSync(`${scratch.path}/file`, '');
  await expect(createObjectStore(`${scratch.path}/file`)).rejects.toMatchObject({ code: 'unwritable_file' });
});
