import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawComparisonPage } from './draw-comparison.ts';
import { drawJudgeCard } from './draw-judge-card.ts';
import { drawRuns, renderReference } from './reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = renderReference();
const pictures = process.argv.includes('--pictures')
  ? [
      ...drawRuns(),
      ['docs/judge.png', await drawJudgeCard()] as const,
      ['docs/comparison.png', await drawComparisonPage()] as const,
    ]
  : [];

rmSync(`${root}docs/reference`, { recursive: true, force: true });
for (const [path, text] of [...pages, ...pictures]) {
  mkdirSync(dirname(`${root}${path}`), { recursive: true });
  writeFileSync(`${root}${path}`, text);
}
console.log(`${pages.size} pages in docs/reference`);
