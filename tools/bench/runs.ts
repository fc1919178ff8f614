import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Ratio, root } from './ratio.ts';

const RUNS = 200;
const CLI = `${root}packages/cli/bin/assay.js`;
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
];

const measured = new Map<string, number>();

function cpuOfRun(sandbox: 'bwrap' | 'local'): number {
  const known = measured.get(sandbox);
  if (known !== undefined) return known;
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    mkdirSync(`${folder}/scenarios`);
    const config = { agents: [{ id: 'bot', type: 'command', command: COMMAND }] };
    writeFileSync(`${folder}/assay.config.json`, JSON.stringify(config));
    const scenario = { name: 'task', user_instruction: 'x', workspace_seed: 'empty' };
    writeFileSync(`${folder}/scenarios/task.json`, JSON.stringify(scenario));
    const args = ['run', '--no-prove', '--repeat', String(RUNS), '--sandbox', sandbox, '--json'];
    const cpu_ms = measureCpuMs([process.execPath, CLI, ...args], folder) / RUNS;
    measured.set(sandbox, cpu_ms);
    return cpu_ms;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cpuOfBare(): number {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    const loop = `for run in $(seq ${RUNS}); do bash -c '${COMMAND}'; done`;
    return measureCpuMs(['bash', '-c', loop], folder) / RUNS;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// of the whole machine, because processes in a separate namespace are not counted as children: needs an idle machine
function measureCpuMs([program = '', ...args]: readonly string[], cwd: string): number {
  const before = busyMs();
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return busyMs() - before;
}

const TICK_MS = 10;

function busyMs(): number {
  const [user = 0, nice = 0, system = 0] = (/^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? '')
    .split(' ')
    .map(Number);
  return (user + nice + system) * TICK_MS;
}
