/*
 * Runs the tests of public repositories, each at one commit without the source change of that commit, and compares
 * what Assay reads with what was read by hand from the runner's own output: how many tests pass and are skipped, and
 * which are red. Exits with 1 if one differs. Repositories whose runner is not installed are listed.
 *
 *   npm run soak:repositories [-- --from FOLDER] [NAME…]
 *
 * FOLDER has clones named like `owner+name`; otherwise they are fetched from GitHub.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSandbox } from '../../packages/harness/src/index.ts';
import { detectTests } from '../../packages/harness/src/workflows/test-commands/detect-tests.ts';
import { openTestCopy } from '../../packages/harness/src/workflows/test-commands/test-copy.ts';

interface LabelledRepository {
  readonly repository: string;
  readonly commit: string;
  readonly runner: string;
  /** A program that must be on this machine. */
  readonly needs?: string;
  /** Installs the dependencies. */
  readonly setup?: string;
  /** Replaces the detected test command. */
  readonly command?: string;
  /** Test files to which the command is narrowed. Default: all. */
  readonly files?: readonly string[];
  /** Source files that are as in the parent commit. */
  readonly reverted?: readonly string[];
  /** Whether it was chosen after the engine stood. */
  readonly after?: boolean;
  readonly passed: number;
  readonly skipped: number;
  /** The tests that do not pass, as the runner calls them. */
  readonly red: readonly string[];
}

const TABLE = new URL('../../fixtures/repositories.json', import.meta.url);
const PATIENCE_MS = 600_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
const all: readonly LabelledRepository[] = JSON.parse(readFileSync(TABLE, 'utf8'));
const chosen = all.filter(({ repository }) => positionals.length === 0 || positionals.includes(repository));
const host = { now: Date.now, entropy: (bytes: number) => randomBytes(bytes), environment: process.env };
const { sandbox } = await chooseSandbox({ readable: [] }, []);
const signal = new AbortController().signal;
const counts = { right: 0, wrong: 0, missing: 0 };
for (const labelled of chosen) {
  const { repository, runner, needs } = labelled;
  if (needs !== undefined && spawnSync('which', [needs]).status !== 0) {
    counts.missing += 1;
    console.log(`–      ${repository} (${runner}): ${needs} is not installed`);
    continue;
  }
  const faults = await tryRepository(labelled).catch((error: Error) => [error.message]);
  counts[faults.length === 0 ? 'right' : 'wrong'] += 1;
  console.log(`${faults.length === 0 ? 'right ' : 'WRONG '} ${repository} (${runner})`);
  for (const fault of faults) console.log(`         ${fault}`);
}
console.log(`${counts.right} right, ${counts.wrong} wrong, ${counts.missing} not installed`);
process.exitCode = counts.wrong === 0 ? 0 : 1;

async function tryRepository(labelled: LabelledRepository): Promise<string[]> {
  const { commit, setup, reverted = [], files = [] } = labelled;
  const top = mkdtempSync(join(tmpdir(), 'assay-soak-'));
  try {
    const git = openGit(labelled, join(top, 'git'));
    const folder = join(top, 'checkout');
    mkdirSync(folder);
    git('--work-tree', folder, 'checkout', '--quiet', '--force', commit, '--', '.');
    if (reverted.length > 0)
      git('--work-tree', folder, 'checkout', '--quiet', '--force', `${commit}^`, '--', ...reverted);
    if (setup !== undefined) execFileSync('sh', ['-c', setup], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const command = labelled.command ?? (await detectTests(folder, files))?.commands[0];
    if (command === undefined) return ['found no test command'];
    await using copy = await openTestCopy({
      fill: (workspace) => cp(folder, workspace, { recursive: true, verbatimSymlinks: true }),
      ...{ readable: [], host, sandbox, signal },
    });
    const { report, output } = await copy.run(command, { timeout_ms: PATIENCE_MS, env: { CI: '1' } });
    if (report === null) return [`\`${command}\` gave no report: ${output.slice(-500)}`];
    const found = report.tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
    const names = found.map(({ name, file }) => `${file ?? ''} ${name}`);
    return [
      ...compare('passed', report.passed, labelled.passed),
      ...compare('skipped', report.skipped, labelled.skipped),
      ...compare('red', report.failed + report.errored, labelled.red.length),
      ...labelled.red.flatMap((name) => (names.some((each) => each.includes(name)) ? [] : [`not red: ${name}`])),
      ...names.flatMap((each) => (labelled.red.some((name) => each.includes(name)) ? [] : [`red: ${each}`])),
    ];
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

function compare(what: string, found: number, expected: number): string[] {
  return found === expected ? [] : [`${what}: expected ${expected}, found ${found}`];
}

/** Git with a bare repository that has the commit and its parent. */
function openGit({ repository, commit }: LabelledRepository, folder: string): (...args: string[]) => void {
  const local = values.from === undefined ? '' : join(values.from, repository.replace('/', '+'));
  const source = existsSync(local) ? local : `https://github.com/${repository}`;
  const git = (...args: string[]): void => void execFileSync('git', ['--git-dir', folder, ...args], { stdio: 'pipe' });
  git('init', '--quiet', '--bare');
  git('fetch', '--quiet', '--depth=2', source, commit);
  return git;
}
