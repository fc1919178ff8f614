import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScene, shell } from '../../../../detect/test/workspace.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { saveCaptured } from './save-captured.ts';

const SECRET = 'sk-canary-5f2b9d1c7e3a';

/** Captures files of a workspace after an agent ran the script. */
async function capture(patterns: readonly string[], script: string) {
  using scene = await openScene({ 'README.md': 'read me\n', 'out/report.txt': 'before\n' });
  scene.attack(script);
  // as long as a run folder's path may be
  const into = join(scene.outside, ...Array(4).fill('k'.repeat(250)));
  const redactor = createRedactor(new Map([['KEY', SECRET]]));
  const left_out = await saveCaptured(patterns, { final: await scene.snapshot(), store: scene.store, redactor, into });
  const paths = existsSync(into) ? shell(into, 'find . ! -type d | sort').trim().split('\n') : [];
  return { left_out, kept: Object.fromEntries(paths.map((path) => [path.slice(2), readFileSync(join(into, path))])) };
}

test.each([
  { patterns: ['out/**'], paths: ['out/more/a.bin', 'out/report.txt'], why: 'a folder' },
  { patterns: ['**/*.txt'], paths: ['out/report.txt'], why: 'a kind of file' },
  { patterns: [], paths: [], why: 'no patterns' },
  { patterns: ['absent/**'], paths: [], why: 'no matching file' },
])('$patterns: $why', async ({ patterns, paths }) => {
  const { kept, left_out } = await capture(
    patterns,
    'echo after > out/report.txt; mkdir out/more; printf "\\0\\377" > out/more/a.bin',
  );
  expect(Object.keys(kept)).toEqual(paths);
  expect(kept['out/report.txt']?.toString() ?? 'after\n').toBe('after\n');
  expect(kept['out/more/a.bin'] ?? Buffer.from([0, 255])).toEqual(Buffer.from([0, 255]));
  expect(left_out).toBe(0);
});

test('does not save links or their targets', async () => {
  const { kept } = await capture(
    ['**'],
    'ln -s /etc/passwd out/passwd; ln -s / out/root; rm README.md; ln -s out README.md',
  );
  expect(Object.keys(kept).filter((path) => !path.startsWith('.git'))).toEqual(['out/report.txt']);
});

test('redacts text, bytes and names', async () => {
  const { kept } = await capture(
    ['out/**'],
    `echo ${SECRET} > out/report.txt; printf '\\0\\377${SECRET}' > out/b; touch out/${SECRET}`,
  );
  expect(Object.keys(kept)).toEqual(['out/[redacted KEY]', 'out/b', 'out/report.txt']);
  expect(kept['out/report.txt']?.toString()).toBe('[redacted KEY]\n');
  expect(kept['out/b']).toEqual(Buffer.concat([Buffer.from([0, 255]), Buffer.from('[redacted KEY]')]));
});

test('counts files that are too large or cannot be written, and saves the rest', async () => {
  const deep = 'name=$(printf "d%.0s" {1..200}); for i in {1..16}; do mkdir $name; cd -P $name; done; touch end';
  const { kept, left_out } = await capture(['out/**'], `truncate -s 65M out/huge; cd out; (${deep})`);
  expect(Object.keys(kept)).toEqual(['out/report.txt']);
  expect(left_out).toBe(2);
});
