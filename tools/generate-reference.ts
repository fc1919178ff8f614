import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawRuns, renderReference } from './reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = renderReference();
const pictures = process.argv.includes('--pictures') ? drawRuns() : new Map<string, string>();

rmSync(`${root}docs/reference`, { recursive: true, force: true });
for (const [path, text] of [...pages, ...pictures]) {
  mkdirSync(dirname(`${root}${path}`), { recursive: true });
  writeFileSync(`${root}${path}`, text);
}
console.log(`${pages.size} pages in docs/reference`);
