import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One benchmark: a subject and a reference, measured in the same run. */
export interface Ratio {
  readonly what: string;
  readonly against: string;
  /** Upper or lower limit of the ratio; null: report it only. */
  readonly limit: { readonly most: number } | { readonly least: number } | null;
  measure(): Measurement | Promise<Measurement>;
}

export interface Measurement {
  readonly subject: number;
  readonly reference: number;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const CLI = `${root}packages/cli/bin/assay.js`;

export function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Wall time of a program. */
export const timeProgram = (...args: string[]): number =>
  time(() => {
    const { status, stderr } = spawnSync(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  });

/** Peak memory of a program. */
export async function peakBytes(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const folder = mkdtempSync(`${tmpdir()}/assay-peak-`);
  try {
    const [probe, preload] = [`${folder}/peak`, `${folder}/probe.cjs`];
    const note = `require('fs').writeFileSync(${JSON.stringify(probe)}, String(process.resourceUsage().maxRSS * 1024))`;
    writeFileSync(preload, `process.on('exit', () => ${note})`);
    await once(spawn(process.execPath, ['--require', preload, ...args], { stdio: 'ignore', env }), 'close');
    return Number(readFileSync(probe, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The best of several rounds. Alternates between both sides, so that other load affects both. */
export function best(rounds: number, subject: () => number, reference: () => number): Measurement {
  let found = { subject: Number.POSITIVE_INFINITY, reference: Number.POSITIVE_INFINITY };
  for (let i = 0; i < rounds; i++) {
    found = { reference: Math.min(found.reference, reference()), subject: Math.min(found.subject, subject()) };
  }
  return found;
}

/** Wall time and CPU time (user and system) of a program and its children, measured by the shell. */
export function measureCpu(command: readonly string[], cwd: string): { wall_ms: number; cpu_ms: number } {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" > /dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], { cwd, encoding: 'utf8' });
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { wall_ms: wall * 1000, cpu_ms: (user + system) * 1000 };
}
