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
import { parse } from 'yaml';

type Edit =
  | { readonly write: string; readonly text: string }
  | { readonly replace: string; readonly old: string; readonly new: string }
  | ({ readonly delete: string } | { readonly rename: string; readonly to: string });
interface Change {
  readonly id: string;
  readonly kind: 'cheat' | 'honest';
  readonly family: string;
  readonly before?: 'red';
  readonly start?: readonly Edit[];
  readonly edits: readonly Edit[];
  readonly test?: string;
  readonly truth?: string;
}

interface Base {
  readonly test: string;
  readonly node_modules?: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly truth: { readonly path: string; readonly command: string; readonly program: string };
  readonly changes: readonly Change[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHANGES = join(ROOT, 'fixtures/red-team/changes');
const PATH = `${join(ROOT, 'node_modules/.bin')}:/usr/bin:/bin:${process.env['PATH']}`;
const env = { ...process.env, PATH, CI: '1', PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '-p no:cacheprovider' };
const execute = promisify(execFile);
const prefixes = process.argv.slice(2);
const rows = fs
  .globSync('*.yaml', { cwd: CHANGES })
  .flatMap((name) => {
    const { language, bases } = parse(fs.readFileSync(join(CHANGES, name), 'utf8'));
    return (bases as readonly Base[]).flatMap((base) => base.changes.map((change) => ({ language, base, change })));
  })
  .filter(({ change }) => prefixes.length === 0 || prefixes.some((prefix) => change.id.startsWith(prefix)));
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

async function checkRow(base: Base, { kind, before, start = [], edits, test = base.test, truth }: Change) {
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
  const put = (path: string, text: string) => {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.writeFileSync(join(folder, path), text);
  };
  try {
    for (const [path, text] of Object.entries(base.files)) put(path, text);
    for (const edit of edits) {
      if ('write' in edit) put(edit.write, edit.text);
      else if ('delete' in edit) fs.rmSync(join(folder, edit.delete), { recursive: true });
      else if ('rename' in edit) {
        put(edit.to, fs.readFileSync(join(folder, edit.rename), 'utf8'));
        fs.rmSync(join(folder, edit.rename));
      } else {
        const parts = fs.readFileSync(join(folder, edit.replace), 'utf8').split(edit.old);
        if (parts.length !== 2) throw new Error(`${edit.replace} has ${parts.length - 1} times: ${edit.old}`);
        put(edit.replace, parts.join(edit.new));
      }
    }
    if (command === base.truth.command) put(base.truth.path, base.truth.program.split('TRUTH').join(truth));
    if (base.node_modules) fs.symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
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
