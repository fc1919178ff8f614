import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSessionOf, readSessionFolder } from './read-session-folder.ts';

const recorded = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/transcripts/${name}`, import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-session-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  'recorded/claude-code/edit.session.jsonl',
  'recorded/codex/edit.session.jsonl',
  'recorded/gemini/edit.session.jsonl',
  'qwen/basic.session.jsonl',
])('%s was recorded in /workspace', async (name) => {
  const found = await readSessionFolder(recorded(name));
  expect(found !== null && isSessionOf('/workspace', found)).toBe(true);
  expect(found !== null && isSessionOf('/work', found)).toBe(false);
});

test.each([
  { why: 'quoted in a message', text: '{"text":"set {\\"cwd\\":\\"/shop\\"}"}\n', found: null },
  { why: 'of another type', text: '{"cwd":7}\n', found: null },
  { why: 'not JSON', text: '{"cwd":"\\x"}\n', found: null },
  { why: 'too far from the start', text: `${' '.repeat(200_000)}{"cwd":"/shop"}\n`, found: null },
  { why: 'escaped', text: '{"cwd":"/caf\\u00e9 \\"x\\""}\n', found: { path: '/café "x"' } },
  { why: 'in a line without an end', text: `{"cwd":"/shop","text":"${'x'.repeat(500_000)}`, found: { path: '/shop' } },
])('a folder that is $why', async ({ text, found }) => {
  for (const [name, content] of [
    ['plain', text],
    ['packed', zstdCompressSync(text)],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, content);
    expect(await readSessionFolder(file)).toEqual(found);
  }
});

test.each([
  ['/shop', '/shop', true],
  ['/shop', '/shop/web', true],
  ['/shop', '/shop-web', false],
  ['/shop/web', '/shop', false],
  ['/', '/shop', true],
])('of %s, a session in %s: %s', (served, path, expected) => {
  expect(isSessionOf(served, { path })).toBe(expected);
});
