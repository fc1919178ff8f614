import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchContent } from './watch-tests.ts';

test('lists files with another content, and those that are gone or a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = ['same.test.js', 'written-again.test.js', 'other.test.js', 'gone.test.js', 'link.test.js'];
  for (const name of names) writeFileSync(join(folder, name), 'a');
  const listRewritten = watchContent(folder, [...names, 'never.test.js']);
  writeFileSync(join(folder, 'written-again.test.js'), 'a');
  writeFileSync(join(folder, 'other.test.js'), 'b');
  for (const name of ['gone.test.js', 'link.test.js']) rmSync(join(folder, name));
  symlinkSync('same.test.js', join(folder, 'link.test.js'));
  expect(listRewritten()).toEqual(['other.test.js', 'gone.test.js', 'link.test.js']);
});
