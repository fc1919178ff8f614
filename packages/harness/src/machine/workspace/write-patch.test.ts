import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openScene, type Scene, SEED, shell } from '../../../../detect/test/workspace.ts';
import { restoreTree } from './restore-tree.ts';
import { writePatch } from './write-patch.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

async function patchOf(scene: Scene, options: { max_bytes?: number; redact?: (text: string) => string } = {}) {
  const { changed_paths } = await scene.diff();
  const target_file = `${scene.outside}/diff.patch`;
  const { store } = scene;
  const written = await writePatch({ store, changed: changed_paths, target_file, max_bytes: 1_000_000, ...options });
  const content = readFileSync(target_file);
  expect(written).toMatchObject({ digest: hash('sha256', content), bytes: content.length });
  return { ...written, text: content.toString('latin1') };
}

const EDIT = "sed -i 's/a + b/3/' app.py";
const SHOWN = ['-    return a + b\n', '+    return 3\n'];

test.each([
  { trick: 'attributes in the tree', script: `echo '*.py -diff -text binary filter=x diff=y' > .gitattributes` },
  { trick: 'attributes of the repository', script: `mkdir .git/info; echo '*.py -diff' > .git/info/attributes` },
  { trick: 'a diff program', script: `git config diff.external /bin/true` },
  {
    trick: 'a textconv program',
    script: `git config diff.y.textconv true; git config diff.y.command true; echo '*.py diff=y' > .gitattributes`,
  },
  {
    trick: 'committed attributes',
    script: `echo '*.py -diff' > .gitattributes; git add -A; git commit -qm x`,
  },
])('shows an edit despite $trick', async ({ script }) => {
  using scene = await openScene();
  scene.attack(`${script}; ${EDIT}`);
  const { text } = await patchOf(scene);
  for (const line of SHOWN) expect(text).toContain(line);
});

test('ignores attributes of the baseline too', async () => {
  using scene = await openScene({ ...SEED, '.gitattributes': '*.py -diff binary\n' });
  scene.attack(EDIT);
  for (const line of SHOWN) expect((await patchOf(scene)).text).toContain(line);
});

test('the patch transforms one tree into the other', async () => {
  using scene = await openScene();
  scene.attack(
    String.raw`${EDIT}; chmod -x run.sh; ln -s app.py link; rm -r tests; touch $'a\nb' $'\xff' 'x"y\' 'with space'; printf 'no newline' > é`,
  );
  await patchOf(scene);
  const target = `${scene.outside}/restored`;
  await restoreTree({ store: scene.store.folder, tree: scene.baseline.tree, target });
  shell(target, 'git apply ../diff.patch; diff -r --no-dereference --exclude=.git . ../workspace');
});

test('names binary and large files without their content', async () => {
  using scene = await openScene();
  scene.attack(String.raw`printf 'a\0secret' > bin; seq 2000000 > big; printf '\0' > $'x\n+++ forged'; ${EDIT}`);
  const { text, truncated } = await patchOf(scene);
  expect(truncated).toBe(false);
  expect(text).toContain('Binary files /dev/null and b/bin differ (0 to 8 bytes)\n');
  expect(text).toMatch(/^Large files \/dev\/null and b\/big differ \(0 to \d+ bytes\)$/m);
  expect(text).toContain('"b/x\\012+++ forged"');
  expect(text).not.toMatch(/^\+\+\+ forged/m);
  expect(text).not.toContain('secret');
});

test('omits ignored files', async () => {
  using scene = await openScene();
  scene.attack('mkdir build; echo ignored > build/x; echo seen > y');
  const { text } = await patchOf(scene);
  expect(text).toContain('+seen');
  expect(text).not.toContain('ignored');
});

test('cuts a patch beyond its limit at a line end and says what is missing', async () => {
  using scene = await openScene();
  scene.attack('for i in 1 2 3 4; do seq 1000 > n$i; done');
  const { text, truncated } = await patchOf(scene, { max_bytes: 10_000 });
  expect(truncated).toBe(true);
  expect(text.length).toBeLessThan(10_200);
  expect(text).toMatch(/\n\+\d+\n\[patch cut at 10000 bytes: at least 1 of 4 changed files are here in full\]\n$/);
});

test('redacts before writing', async () => {
  using scene = await openScene();
  scene.attack(String.raw`echo 'key = sk-canary' > config; printf '\xff sk-canary' > latin1`);
  const { text } = await patchOf(scene, { redact: (patch) => patch.replaceAll('sk-canary', '[redacted]') });
  expect(text).not.toContain('canary');
  expect(text).toContain('\xff [redacted]');
});

test('ignores the environment of the harness', async () => {
  using scene = await openScene();
  vi.stubEnv('GIT_EXTERNAL_DIFF', '/bin/true');
  vi.stubEnv('GIT_ATTR_SOURCE', scene.baseline.tree);
  vi.stubEnv('GIT_CONFIG_PARAMETERS', "'diff.external=/bin/true'");
  scene.attack(EDIT);
  const { text } = await patchOf(scene).finally(() => vi.unstubAllEnvs());
  for (const line of SHOWN) expect(text).toContain(line);
});

test('no change is an empty patch', async () => {
  using scene = await openScene();
  expect(await patchOf(scene)).toMatchObject({ text: '', truncated: false });
});

test('counts lines by the trees, also those a limit cuts off and those of names with tabs', async () => {
  using scene = await openScene();
  scene.attack(`${EDIT}; printf 'one\\ntwo\\n' > "$(printf 'z\\tz\\377.txt')"`);
  const { lines, text } = await patchOf(scene, { max_bytes: 10 });
  expect(text).not.toContain('return 3');
  expect([...lines]).toEqual([
    ['app.py', { added: 1, removed: 1 }],
    ['z\tz\\xff.txt', { added: 2, removed: 0 }],
  ]);
});
