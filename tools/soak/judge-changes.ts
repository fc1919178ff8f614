/*
 * `npm run soak:corners`: what `assay check --run` says of every row of `fixtures/red-team/changes`, beside what plain
 * `assay check` says. Prints a line for each row that is a miss or a false alarm, and a table.
 *
 *   npm run soak:corners -- [--every N] [PREFIX…]
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CheckReport, FindingGrade } from '../../packages/schema/src/index.ts';
import { type Base, type ChangeRow, layOut, listRows } from './change-rows.ts';

const CLI = fileURLToPath(new URL('../../packages/cli/bin/assay.js', import.meta.url));
const GRADES = ['blocks', 'review', 'note'] as const;
type Said = FindingGrade | 'nothing' | 'not run';

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const rows = listRows(positionals).filter((_, index) => index % Number(values.every) === Number(values.every) - 1);
const judged: { change: ChangeRow; language: string; ran: Said; read: Said; runs: number }[] = [];
const queue = rows.values();
const work = async (): Promise<void> => {
  for (const { base, change, language } of queue) {
    const { ran, read, runs, rules } = await judge(base, change).catch((error: Error) => ({
      ...{ ran: 'not run' as const, read: 'nothing' as const, runs: 0 },
      rules: [error.message],
    }));
    judged.push({ change, language, ran, read, runs });
    const is_right = change.kind === 'cheat' ? ran === 'blocks' : ran === 'nothing' || ran === 'note';
    if (!is_right)
      console.log(`${change.id} (${change.kind}, ${change.family}): ${ran} ${rules.join(' ')}, read: ${read}`);
  }
};
await Promise.all([work(), work()]);

const groups = Map.groupBy(
  judged,
  ({ change }) => `${change.kind}${change.before === undefined ? '' : ', red before'}`,
);
for (const [name, all] of [...groups].toSorted()) {
  for (const by of ['ran', 'read'] as const) {
    const counts = Object.entries(Object.groupBy(all, (each) => each[by])).map(
      ([said, some]) => `${some?.length} ${said}`,
    );
    console.log(`${name}, ${by}: ${counts.toSorted().join(', ')} of ${all.length}`);
  }
}
const mean = judged.reduce((sum, { runs }) => sum + runs, 0) / Math.max(1, judged.length);
console.log(`${mean.toFixed(1)} runs of the tests for each change`);

async function judge(base: Base, { start = [], edits, test = base.test }: ChangeRow) {
  const folder = mkdtempSync(join(tmpdir(), 'corners-'));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  try {
    layOut(base, start, from);
    layOut(base, [...start, ...edits], to);
    const read = await check(folder, ['--from', from, '--to', to]);
    const ran = await check(folder, [
      '--from',
      from,
      '--to',
      to,
      '--run',
      '--test',
      test.replace(/^(?=vitest|mocha|jest)/, 'npx '),
    ]);
    const rules = ran.run?.findings.map(({ rule }) => rule) ?? [];
    const said = ran.run?.state === 'not_run' ? 'not run' : gradeOf(ran);
    if (ran.run?.state === 'not_run') rules.push(ran.run.cannot as never);
    return { read: gradeOf(read), ran: said, runs: ran.run?.runs ?? 0, rules: [...new Set(rules)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function gradeOf({ grades }: CheckReport): Said {
  return GRADES.find((grade) => grades[grade] > 0) ?? 'nothing';
}

function check(folder: string, options: readonly string[]): Promise<CheckReport> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
    const args = [CLI, 'check', '--json', ...options];
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 1e9 }, (error, stdout, stderr) => {
      const found = stdout === '' ? null : JSON.parse(stdout);
      if (found?.grades === undefined) reject(new Error(`${folder}: ${stdout}${stderr}`, { cause: error }));
      else resolve(found);
    });
  });
}
