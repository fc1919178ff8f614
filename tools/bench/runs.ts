import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { measureCpuMs } from './cpu.ts';
import { best, CLI, type Ratio } from './ratio.ts';

const RUNS = 200;
const [FILES, PER_FOLDER, REPEATS, ROUNDS] = [10_000, 100, 1, 2];
// a small amount of work
const COMMAND = 'for i in 1 2 3; do echo $i; done > made.txt; echo done';

export const RUN: readonly Ratio[] = [
  {
    what: `CPU time per run of the \`command\` agent without a sandbox, minus the bare command (${RUNS} runs)`,
    against: '150 ms',
    limit: { most: 1 },
    measure: () => ({ subject: cpuOfRun('local') - cpuOfBare(), reference: 150 }),
  },
  {
    what: 'CPU time that bwrap adds to such a run',
    against: '50 ms',
    limit: { most: 1 },
    measure: () => ({ subject: cpuOfRun('bwrap') - cpuOfRun('local'), reference: 50 }),
  },
  {
    what: `CPU time that the clean checkout adds to a run on ${FILES} files`,
    against: '300 ms',
    limit: { most: 1 },
    measure: () => ({ subject: cpuOfCheckout(), reference: 300 }),
  },
  {
    what: 'the same',
    against: '`git worktree add` of the same files',
    limit: { most: 1 },
    measure: () => ({ subject: cpuOfCheckout(), reference: cpuOfWorktree() }),
  },
];

// with the cheapest check: an unchecked run does not exit with 0
const EMPTY = { workspace_seed: 'empty', scorers: [{ name: 'made', type: 'file_exists', path: 'made.txt' }] };

const measured = new Map<string, number>();

function once(name: string, measure: () => number): number {
  const value = measured.get(name) ?? measure();
  measured.set(name, value);
  return value;
}

const cpuOfRun = (sandbox: 'bwrap' | 'local'): number =>
  once(sandbox, () => inFolder((folder) => cpuOfRuns(folder, { sandbox, repeat: RUNS, scenario: EMPTY })));

const cpuOfCheckout = (): number =>
  once('checkout', () =>
    inFolder((folder) => {
      writeManyFiles(`${folder}/scenarios/fixture`);
      const cpuIn = (tree: 'live' | 'both'): number => {
        const scorer = { name: 'made', type: 'command', command: 'test -e made.txt', control: false, tree };
        const scenario = { workspace_seed: { copy: './fixture' }, scorers: [scorer] };
        return cpuOfRuns(folder, { sandbox: 'bwrap', repeat: REPEATS, scenario });
      };
      // the smallest of each, because other load may be measured too; the first run freezes the task
      cpuIn('live');
      const { subject, reference } = best(
        ROUNDS,
        () => cpuIn('both'),
        () => cpuIn('live'),
      );
      return subject - reference;
    }),
  );

const cpuOfWorktree = (): number =>
  inFolder((folder) => {
    writeManyFiles(folder);
    const git = ['git', '-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      ['commit', '--quiet', '--message', 'all'],
    ])
      measureCpuMs([...git, ...args], folder);
    return measureCpuMs(['git', 'worktree', 'add', '--quiet', `${folder}.tree`], folder);
  });

function writeManyFiles(folder: string): void {
  for (let at = 0; at < FILES; at += PER_FOLDER) {
    mkdirSync(`${folder}/src/${at}`, { recursive: true });
    for (let file = at; file < at + PER_FOLDER; file++)
      writeFileSync(`${folder}/src/${at}/${file}.js`, `export const value = ${file};\n`.repeat(50));
  }
}

interface Runs {
  readonly sandbox: 'bwrap' | 'local';
  readonly repeat: number;
  readonly scenario: object;
}

function cpuOfRuns(folder: string, { sandbox, repeat, scenario }: Runs): number {
  mkdirSync(`${folder}/scenarios`, { recursive: true });
  const config = { agents: [{ id: 'bot', type: 'command', command: COMMAND }] };
  writeFileSync(`${folder}/assay.config.json`, JSON.stringify(config));
  const task = { name: 'task', user_instruction: 'x', ...scenario };
  writeFileSync(`${folder}/scenarios/task.json`, JSON.stringify(task));
  const args = ['run', '--no-prove', '--repeat', String(repeat), '--sandbox', sandbox, '--json'];
  return measureCpuMs([process.execPath, CLI, ...args], folder) / repeat;
}

const cpuOfBare = (): number =>
  inFolder((folder) => {
    const loop = `for run in $(seq ${RUNS}); do bash -c '${COMMAND}'; done`;
    return measureCpuMs(['bash', '-c', loop], folder) / RUNS;
  });

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    return use(folder);
  } finally {
    for (const path of [folder, `${folder}.tree`]) rmSync(path, { recursive: true, force: true });
  }
}
