import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Proof } from '@assay/schema';
import { expect, test } from 'vitest';
import { createProject, runProject } from './projects.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/scenarios/', import.meta.url));

// starts short processes all the time, as on a busy machine; ends with its parent
const BUSY = 'while kill -0 $PPID 2>/dev/null; do /bin/true; done';

/** A task solved by `solved` in a file. Its check and setup can use a folder (MEMORY) that outlives every trial. */
async function createTask({ check = 'true', setup, timeout_s = 60 }: Task) {
  const memory = await mkdtemp(join(tmpdir(), 'assay-memory-'));
  const inside = (command: string): string => command.replaceAll('MEMORY', memory);
  const project = await createProject({
    files: { 'fixture/answer': 'open\n', 'oracle/answer': 'solved\n' },
    config: { sandbox: { use: 'local' } },
    scenarios: [
      {
        name: 'answer',
        user_instruction: 'Solve it.',
        workspace_seed: { copy: './fixture' },
        ...(setup === undefined ? {} : { setup: inside(setup) }),
        scorers: [
          { name: 'solved', type: 'command', command: inside(`grep -q solved answer && { ${check}; }`), timeout_s },
        ],
        oracle: './oracle',
      },
    ],
  });
  return {
    memory,
    folder: project.folder,
    prove: async (options: Parameters<typeof runProject>[1] = {}): Promise<Proof> => {
      const { proofs } = await runProject(project.folder, { prove: 'only', sandbox: 'local', ...options });
      return proofs.get('answer') as Proof;
    },
    kept: () => readdir(join(project.folder, '.assay/proofs')).catch(() => []),
    [Symbol.asyncDispose]: async () => {
      await project[Symbol.asyncDispose]();
      await rm(memory, { recursive: true, force: true });
    },
  };
}

interface Task {
  readonly check?: string;
  readonly setup?: string;
  readonly timeout_s?: number;
}

test('an oracle that timed out once is retried, and the task is proven', async () => {
  await using task = await createTask({ check: 'mkdir MEMORY/once 2>/dev/null && sleep 600; true', timeout_s: 10 });
  const { proven, tried, reason } = await task.prove();
  expect({ proven, tried, reason }).toEqual({ proven: true, tried: true, reason: null });
  expect(existsSync(join(task.memory, 'once'))).toBe(true);
  expect(await task.kept()).toHaveLength(1);
});

test('an oracle that always times out proves nothing, and no proof is stored', async () => {
  await using task = await createTask({ check: 'sleep 600', timeout_s: 3 });
  const { proven, tried, reason } = await task.prove();
  expect({ proven, tried, reason }).toEqual({
    proven: false,
    tried: false,
    reason: 'oracle could not be tried: `solved` did not end within its timeout_s',
  });
  expect(await task.kept()).toEqual([]);
});

test('a cheat that finds nothing to act on after the setup is not run', async () => {
  await using task = await createTask({ setup: 'mktemp MEMORY/XXXXXX' });
  const { proven, trials } = await task.prove();
  expect(proven).toBe(true);
  const ran = trials.filter(({ idle }) => idle !== true);
  expect(ran.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['oracle', 'nop']));
  // once to find them
  expect(await readdir(task.memory)).toHaveLength(ran.length + 1);
  expect(ran.length).toBeLessThan(trials.length);
});

test('a trial with an environment failure is repeated alone', async () => {
  // fails once before the trials, and as often as a single run is retried
  const setup = 'tries=$(ls MEMORY | wc -l); mktemp MEMORY/XXXXXX; test "$tries" -ge 4';
  await using task = await createTask({ setup });
  const { proven, trials } = await task.prove({ concurrency: 1 });
  expect(proven).toBe(true);
  expect(trials.map(({ holds }) => holds)).toEqual(trials.map(() => true));
});

test('a task that could not be tried is tried again the next time, and then its proof is stored', async () => {
  await using task = await createTask({ setup: 'test -e MEMORY/ready' });
  const before = await task.prove();
  expect(before).toMatchObject({ proven: false, tried: false });
  expect(before.reason).toContain('oracle could not be tried');
  expect(await task.kept()).toEqual([]);
  await writeFile(join(task.memory, 'ready'), '');
  expect(await task.prove()).toMatchObject({ proven: true, tried: true });
  expect(await task.kept()).toHaveLength(1);
});

test('a failing oracle makes the task unproven; the proof is stored and the trial is not repeated', async () => {
  await using task = await createTask({ check: 'mktemp MEMORY/XXXXXX; false' });
  const { proven, tried, reason } = await task.prove();
  expect({ proven, tried, reason }).toEqual({
    proven: false,
    tried: true,
    reason: 'the task is unsound, because the oracle does not pass: "solved" failed: exit code 1',
  });
  expect(await readdir(task.memory)).toHaveLength(1);
  expect(await task.kept()).toHaveLength(1);
});

test('parallel proofs of one folder on a busy machine agree', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-busy-'));
  const busy = Array.from({ length: 4 }, () => spawn('sh', ['-c', BUSY], { stdio: 'ignore' }));
  try {
    await mkdir(join(folder, 'scenarios'));
    await cp(join(EXAMPLES, 'count-words'), join(folder, 'scenarios/count-words'), { recursive: true });
    await writeFile(join(folder, 'assay.config.json'), '{}');
    const made = await Promise.all([1, 2].map(() => runProject(folder, { prove: 'only', concurrency: 3 })));
    const words = made.flatMap(({ proofs }) =>
      [...proofs].map(([name, { proven, reason }]) => `${name}: ${proven ? 'proven' : reason}`),
    );
    expect(words).toEqual(['count-words: proven', 'count-words: proven']);
    expect(await readdir(join(folder, '.assay/proofs'))).toHaveLength(1);
  } finally {
    for (const child of busy) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
