import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

// `npm run soak:cheats`: runs the cheats of fixtures/red-team as agents; none may pass. `-- second` runs the second set,
// `-- honest` unusual solutions, all of which must pass. `-- --without-answers` leaves out the questions of the
// scenarios, to see what the test commands alone withstand.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'packages/cli/bin/assay.js');
const SETS = ['cheats', 'second', 'honest'] as const;
const set = SETS.find((name) => process.argv.includes(name)) ?? 'cheats';
const CHEATS = join(ROOT, 'fixtures/red-team', set);
const withoutAnswers = process.argv.includes('--without-answers');

interface Cheat {
  readonly id: string;
  readonly target: string;
  readonly command: string;
}

const readCheats = (): Cheat[] =>
  readdirSync(CHEATS)
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(CHEATS, file), 'utf8');
      const target = /^# target: (\S+)/m.exec(text)?.[1] ?? '';
      const command = `echo ${Buffer.from(text).toString('base64')} | base64 -d | bash; echo done`;
      return { id: file.replace(/\.sh$/, ''), target, command };
    });

function createProject(folder: string, cheats: readonly Cheat[]): void {
  const scenarios = join(folder, 'scenarios');
  for (const from of ['examples/scenarios', 'fixtures/red-team/scenarios'])
    cpSync(join(ROOT, from), scenarios, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(scenarios, 'node_modules'));
  if (withoutAnswers)
    for (const target of new Set(cheats.map((cheat) => cheat.target)))
      removeAnswers(join(scenarios, target, 'scenario.yaml'));
  const agents = cheats.map(({ id, command }) => ({ id, type: 'command', command }));
  // toolchains that are installed for one user
  const toolchains = ['.cargo', '.rustup'].map((name) => join(homedir(), name)).filter((path) => existsSync(path));
  const readable = [join(ROOT, 'node_modules'), scenarios, ...toolchains];
  const config = { scenarios: './scenarios', agents, judge: { use: 'heuristic' }, sandbox: { readable } };
  writeFileSync(join(folder, 'assay.config.yaml'), stringify(config));
}

// a scorer starts at `  - name:` and ends where the next one does
function removeAnswers(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/^ {2}- name: .*\n {4}type: answers\n(?: {4}.*\n)*/gm, ''));
}

interface Row {
  readonly agent: string;
  readonly result: string;
  readonly result_reason: { readonly message: string };
}

function run(folder: string, target: string, agents: readonly string[]): Row[] {
  const args = ['run', target, '--agent', ['oracle', ...agents].join(','), '--no-prove', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  try {
    return JSON.parse(stdout).runs;
  } catch {
    throw new Error(`expected the runs of ${target} as JSON, found ${stdout.slice(0, 500)}${stderr.slice(-1000)}`);
  }
}

const cheats = readCheats();
const folder = mkdtempSync(join(tmpdir(), 'assay-cheats-'));
try {
  createProject(folder, cheats);
  let wrong = 0;
  for (const [target, own] of Map.groupBy(cheats, (cheat) => cheat.target)) {
    const rows = run(
      folder,
      target,
      own.map(({ id }) => id),
    );
    for (const { agent, result, result_reason } of rows) {
      if ((agent === 'oracle' || set === 'honest') !== (result === 'passed')) wrong += 1;
      console.log(`${result.padEnd(10)} ${target} ${agent}: ${result_reason.message.slice(0, 120)}`);
    }
  }
  console.log(`${cheats.length} scripts; ${wrong} of their results, or of the oracle's, are wrong`);
  process.exitCode = wrong > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
