import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPromoter } from './open-promoter.ts';

let folder = '';
let repository = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-promoter-'));
  repository = join(folder, 'repository');
  mkdirSync(join(repository, '.git/objects'), { recursive: true });
  writeFileSync(join(repository, '.git/HEAD'), 'ref: refs/heads/main\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('returns undefined outside a repository', () => {
  expect(openPromoter(folder, {})).toBeUndefined();
});

test('lists the options for assay promote', () => {
  expect(openPromoter(repository, {})?.options).toEqual([]);
  expect(openPromoter(repository, { repo: 'acme/shop', 'require-aa': '7' })?.options).toEqual([
    ...['--repo', 'acme/shop'],
    ...['--require-aa', '7'],
  ]);
});

test.each([
  { values: { remote: 'https://ann:secret@git.example/a/b' }, words: '--remote must not contain credentials' },
  { values: { 'github-url': 'https://token@git.example/api/v3' }, words: '--github-url must not contain credentials' },
  { values: { 'require-aa': 'soon' }, words: '--require-aa' },
])('rejects at startup: $words', ({ values, words }) => {
  expect(() => openPromoter(folder, values)).toThrow(words);
});
