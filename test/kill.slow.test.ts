import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse, Run } from '@assay/schema';
import { expect, test } from 'vitest';
import { createProject, readFolder } from './projects.ts';
import { inSoak } from './soak.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const KILLS = inSoak(50, 200);
const LANES = 2;
const LONGEST_MS = 1500;
const PATIENCE_MS = 20_000;

/** A number in 0..1 from a seed, so that a failure is reproducible. */
const random = (seed: number): number => {
  const x = Math.sin(seed * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
};

test(`kill -9 of the harness at ${KILLS} random moments loses no finished run and leaves nothing behind`, async () => {
  const lanes = Array.from({ length: LANES }, (_, lane) => killRepeatedly(lane));
  const finished = (await Promise.all(lanes)).flat();
  // at least one was killed after a finished run
  expect(Math.max(...finished)).toBeGreaterThan(0);
});

async function killRepeatedly(lane: number): Promise<number[]> {
  const marker = `assay-kill-test-${process.pid}-${lane}`;
  const temporary = `/tmp/${marker}`;
  mkdirSync(temporary);
  await using project = await createProject({
    scenarios: [
      {
        name: 'task',
        user_instruction: 'x',
        workspace_seed: 'empty',
        stages: [{ name: 'check', command: `sleep 0.05; true ${marker}` }],
        scorers: [{ name: 'done', type: 'command', command: 'test -e done' }],
      },
    ],
    config: {
      agents: [
        {
          id: 'bot',
          type: 'command',
          command: `(setsid sh -c "sleep 600; true ${marker}" &); sleep 0.05; touch done; echo done`,
        },
      ],
    },
  });
  const counts: number[] = [];
  for (let i = lane; i < KILLS; i += LANES) {
    const told: string[] = [];
    const child = spawn(process.execPath, [CLI, 'run', '--no-prove', '--repeat', '100', '--concurrency', '2'], {
      cwd: project.folder,
      env: { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => told.push(text));
    await sleep(random(i + 1) * LONGEST_MS);
    // on a busy machine no run may have finished by now; the last round waits for one
    if (i + LANES >= KILLS) while (!told.join('').includes(': passed')) await sleep(50);
    child.kill('SIGKILL');
    await once(child, 'close');
    const runs = join(project.folder, '.assay', 'runs');
    const names = existsSync(runs) ? readdirSync(runs) : [];
    // every run folder is complete
    for (const name of names) {
      const files = await readFolder(join(runs, name));
      expect(parse(Run, JSON.parse(files['run.json'] ?? '')).run_id).toBe(name);
      expect(JSON.parse(files['grade.json'] ?? '').run_id).toBe(name);
      expect(Object.keys(files)).toEqual(expect.arrayContaining(['evidence.json', 'transcript.jsonl', 'diff.patch']));
    }
    const before = counts.reduce((sum, count) => sum + count, 0);
    const said = told
      .join('')
      .split('\n')
      .filter((line) => line.includes(': passed')).length;
    expect(names.length - before).toBeGreaterThanOrEqual(said);
    counts.push(names.length - before);
  }
  await expectNothingLeft(marker, temporary);
  rmSync(temporary, { recursive: true });
  return counts;
}

async function expectNothingLeft(marker: string, temporary: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  const left = () => [...listProcesses(marker), ...listMounts(temporary), ...listFolders(temporary)];
  while (left().length > 0 && Date.now() < until) await sleep(200);
  expect(left()).toEqual([]);
}

const listProcesses = (marker: string): string[] =>
  globSync('/proc/[0-9]*/cmdline')
    .map((file) => {
      try {
        return readFileSync(file, 'utf8').replaceAll('\0', ' ');
      } catch {
        // the process ended in the meantime
        return '';
      }
    })
    .filter((line) => line.includes(marker));

const listMounts = (path: string): string[] =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(path));

const listFolders = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
