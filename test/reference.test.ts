import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderReference } from '../tools/reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the reference in docs is up to date; if not, run `npm run docs`', () => {
  const pages = renderReference();
  const stale = [...pages]
    .filter(([path, text]) => readFileSync(`${root}${path}`, 'utf8') !== text)
    .map(([path]) => path);
  expect(stale).toEqual([]);
  const files = globSync('docs/reference/**/*.*', { cwd: root });
  expect(files.sort()).toEqual([...pages.keys()].sort());
});
