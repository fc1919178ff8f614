import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderReference } from './reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the reference in docs is what the code says; if not, run `npm run docs`', () => {
  const pages = renderReference();
  const stale = [...pages]
    .filter(([path, text]) => readFileSync(`${root}${path}`, 'utf8') !== text)
    .map(([path]) => path);
  expect(stale).toEqual([]);
  const files = globSync('docs/reference/**/*.*', { cwd: root });
  expect(files.sort()).toEqual([...pages.keys()].sort());
});

test('every link in the documentation leads somewhere', () => {
  const pages = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];
  const broken = pages.flatMap((page) => {
    const links = [...readFileSync(`${root}${page}`, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] as string,
    );
    return links
      .filter((link) => globSync(new URL(link, `file:///${page}`).pathname.slice(1), { cwd: root }).length === 0)
      .map((link) => `${page} → ${link}`);
  });
  expect(broken).toEqual([]);
});
