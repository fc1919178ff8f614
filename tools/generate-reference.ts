import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderReference } from './reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = renderReference();

rmSync(`${root}docs/reference`, { recursive: true, force: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(`${root}${path}`), { recursive: true });
  writeFileSync(`${root}${path}`, text);
}
console.log(`${pages.size} pages in docs/reference`);
