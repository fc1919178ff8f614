/*
 * Runs every row of `fixtures/red-team/changes`: the test command and the hidden check, each on the tree before and
 * after the change. Prints the rows that do not behave as declared and exits with 1 if there is one.
 *
 *   npm run soak:changes [-- PREFIX…]
 */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Base, type ChangeRow, type Edit, layOut, listRows } from './change-rows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATH = `${join(ROOT, 'node_modules/.bin')}:/usr/bin:/bin:${process.env['PATH']}`;
const env = { ...process.env, PATH, CI: '1', PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '-p no:cacheprovider' };
const execute = promisify(execFile);
const rows = listRows(process.argv.slice(2));
const ranBases = new Set<Base>();
const failed = rows.map(({ change }) => change.id).filter((id, at, ids) => ids.indexOf(id) !== at);
const queue = rows.values();
const work = async () => {
  for (const { base, change } of queue) {
    const faults = await checkRow(base, change);
    if (faults.length > 0) failed.push(change.id);
    for (const fault of faults) console.log(`${change.id}: ${fault}`);
  }
};
await Promise.all([work(), work()]);
printCounts(rows.map(({ language, change }) => `${language}: ${change.kind}${change.before ? ', red before' : ''}`));
printCounts(rows.map(({ change }) => `${change.kind}: ${change.family}`));
const seconds = Math.round(performance.now() / 1000);
console.log(`${rows.length} rows in ${seconds} s, not as declared: ${failed.join(' ') || 'none'}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function printCounts(keys: readonly string[]): void {
  for (const key of new Set(keys)) console.log(keys.filter((other) => other === key).length, key);
}

async function checkRow(base: Base, { kind, before, start = [], edits, test = base.test, truth }: ChangeRow) {
  const faults: string[] = [];
  const expectRun = async (name: string, tree: readonly Edit[], command: string, green: boolean) => {
    const { status, output } = await runIn(base, tree, command, truth);
    if ((status === 0) !== green) faults.push(`${name} exits with ${status}\n${output.slice(-1500)}`);
  };
  const isBase = start.length === 0 && test === base.test;
  if (!isBase || !ranBases.has(base)) await expectRun('the old suite', start, test, before !== 'red');
  if (isBase) ranBases.add(base);
  await expectRun('the new suite', [...start, ...edits], test, true);
  if (kind === 'cheat') await expectRun('the truth of the old tree', start, base.truth.command, before !== 'red');
  if (kind === 'honest' && truth === undefined) return faults;
  await expectRun('the truth of the new tree', [...start, ...edits], base.truth.command, kind === 'honest');
  return faults;
}

/** Runs a command in a fresh tree. The program of the truth is only there when its command runs. */
async function runIn(base: Base, edits: readonly Edit[], command: string, truth = '') {
  const folder = fs.mkdtempSync(join(tmpdir(), 'change-'));
  try {
    layOut(base, edits, folder);
    const program = join(folder, base.truth.path);
    if (command === base.truth.command) {
      fs.mkdirSync(dirname(program), { recursive: true });
      fs.writeFileSync(
        program,
        base.truth.program.replaceAll('TRUTH', () => truth),
      );
    }
    const options = { cwd: folder, env, maxBuffer: 1e8 };
    const { stdout } = await execute('timeout', ['60', 'bash', '-c', `exec 2>&1; ${command}`], options);
    return { status: 0, output: stdout };
  } catch (error) {
    const { code, stdout, message } = error as { code?: number; stdout?: string; message: string };
    return { status: code, output: stdout ?? message };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
