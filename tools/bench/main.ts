import { readFileSync, writeFileSync } from 'node:fs';
import { CHECK } from './check.ts';
import { CHECKOUTS } from './checkouts.ts';
import { ENGINE } from './engine.ts';
import { FLEET } from './fleet.ts';
import { GRADING } from './grading.ts';
import { HOOK } from './hook.ts';
import { JUDGING } from './judging.ts';
import { MINING } from './mining.ts';
import { PROXY } from './proxy.ts';
import type { Ratio } from './ratio.ts';
import { root } from './ratio.ts';
import { REPORT } from './report.ts';
import { RUN } from './runs.ts';
import { SCORING } from './scoring.ts';
import { SERVING } from './serving.ts';
import { formatSizes, SIZES, writeSizes } from './sizes.ts';
import { TRANSCRIPTS } from './transcripts.ts';
import { UPLOADS } from './uploads.ts';
import { WORKER } from './workers.ts';

/*
 * Measures speed and memory relative to a reference in the same run, so that a slow machine does not change the
 * result. Arguments select groups; `--write` puts the table into the docs.
 */
const NOTE = `# Benchmarks

Written by \`npm run bench -- --write\`. Subject and reference are measured in one run on one machine; the table shows their ratio.
`;

const GROUPS: Readonly<Record<string, readonly Ratio[]>> = {
  scoring: SCORING,
  transcripts: TRANSCRIPTS,
  report: REPORT,
  run: RUN,
  checkouts: CHECKOUTS,
  engine: ENGINE,
  grading: GRADING,
  mining: MINING,
  check: CHECK,
  hook: HOOK,
  judging: JUDGING,
  serving: SERVING,
  fleet: FLEET,
  uploads: UPLOADS,
  workers: WORKER,
  proxy: PROXY,
  sizes: SIZES,
};
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = asked.filter((name) => GROUPS[name] === undefined);
if (unknown.length > 0)
  throw new Error(
    `unknown groups: ${unknown.join(', ')}; choose from ${Object.keys(GROUPS).join(', ')}, or give none to run all`,
  );

const rows: { row: string; holds: boolean }[] = [];
for (const [name, ratios] of Object.entries(GROUPS))
  if (includes(name)) for (const ratio of ratios) rows.push(await run(ratio));

const HEAD = '| Subject | Reference | Ratio | Limit | Within limit |\n|---|---|---|---|---|\n';
const PAGE = `${root}docs/bench.md`;
process.stdout.write(`${HEAD}${rows.map(({ row }) => row).join('\n')}\n`);
if (includes('sizes')) process.stdout.write(`\n${formatSizes()}`);
if (process.argv.includes('--write')) {
  const known = asked.length === 0 ? [] : readRows(readFileSync(PAGE, 'utf8'));
  const merged = new Map([...known, ...rows.map(({ row }) => row)].map((row) => [firstCell(row), row]));
  writeFileSync(PAGE, `${NOTE}\n${HEAD}${[...merged.values()].join('\n')}\n`);
  if (includes('sizes')) writeSizes();
}
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;

function includes(name: string): boolean {
  return asked.length === 0 || asked.includes(name);
}

/** The measured rows of a page. */
function readRows(page: string): string[] {
  return page.split('\n').filter((line) => /^\| (?!Subject)/.test(line));
}

function firstCell(row: string): string {
  return row.split(' | ')[0] as string;
}

async function run({ what, against, limit, measure }: Ratio): Promise<{ row: string; holds: boolean }> {
  const measured = await (async () => await measure())().catch((error: Error) => error);
  if (measured instanceof Error) {
    process.stderr.write(`FAILS  ${what}: not measured: ${measured.message}\n`);
    return { row: `| ${what} | ${against} | not measured | | **no** |`, holds: false };
  }
  const ratio = measured.subject / measured.reference;
  const holds = limit === null || ('most' in limit ? ratio <= limit.most : ratio >= limit.least);
  const bound = limit === null ? 'no limit' : 'most' in limit ? `≤ ${limit.most}` : `≥ ${limit.least}`;
  process.stderr.write(`${holds ? 'ok' : 'FAILS'}  ${what}: ${ratio.toFixed(2)} × ${against} (${bound})\n`);
  const verdict = limit === null ? '' : holds ? 'yes' : '**no**';
  return { row: `| ${what} | ${against} | ${ratio.toFixed(2)} | ${bound} | ${verdict} |`, holds };
}
