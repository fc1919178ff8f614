import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { putFiles } from '../../../detect/test/workspace.ts';
import { findObstacle, SMALL_IMAGE, startEngine } from '../../test/container-engine.ts';
import { writePriceScenario } from '../../test/exported-task.ts';
import { HARBOR_TASKS, writeHarborTasks } from '../../test/harbor-tasks.ts';
import { addEnvironment, environmentStore } from '../machine/environments/store.ts';
import { nameEnvironment } from '../scenarios/recipe.ts';
import { cleanEngine } from '../workflows/clean-engine.ts';
import { exportTasks } from '../workflows/export/export-tasks.ts';
import { runScenarios } from './run-scenarios.ts';

const obstacle = findObstacle();
const engine = obstacle === undefined ? await startEngine() : null;
const folder = mkdtempSync(join(tmpdir(), 'assay-containers-'));
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
const host = {
  ...{ now: Date.now, entropy: (bytes: number) => randomBytes(bytes) },
  environment: { ...process.env, ASSAY_ENVIRONMENTS: join(folder, 'environments') },
};
const nothing = (): void => undefined;
const events = {
  ...{ planned: nothing, proving: nothing, proved: nothing, started: nothing },
  ...{ progressed: nothing, finished: nothing, missed: nothing },
};

async function run(name: string, tasks: Parameters<typeof writeHarborTasks>[1], agents: readonly string[]) {
  writeHarborTasks(join(folder, name), tasks);
  return await runAll(name, agents);
}

async function runAll(name: string, agents: readonly string[]) {
  return await runScenarios({
    folder,
    scenarios: [`./${name}`],
    agents,
    repeat: 1,
    label: null,
    concurrency: 2,
    budget_usd: null,
    prove: 'never',
    resume: false,
    dry_run: false,
    host,
    harness_version: 'test',
    events,
    signal: new AbortController().signal,
  });
}

const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, HARBOR_TASKS[name] ?? {}]));

describe.skipIf(obstacle !== undefined)(`tasks with containers ${obstacle ?? ''}`, () => {
  test('the solution passes, and doing nothing does not', async () => {
    const tasks = pick('files-of-the-image', 'system-change', 'separate-verifier', 'steps', 'agent-user');
    const { results, unseeded } = await run('good', tasks, ['oracle', 'nop']);
    expect(unseeded).toEqual([]);
    expect(results).toHaveLength(10);
    for (const { scenario, agent, result } of results)
      expect([scenario, agent, result]).toEqual([scenario, agent, agent === 'oracle' ? 'passed' : 'failed']);
    const names = results.find(({ scenario }) => scenario === 'steps')?.results.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['first', 'second']));
    // what a program changed in the system is gone with its run
    expect(engine?.docker('ps', '--all', '--quiet')).toBe('');
    expect(engine?.docker('images', '--quiet', '--filter', 'label=assay.owner')).toBe('');
  }, 300_000);

  test('of an exported scenario, the solution passes, and doing nothing does not', async () => {
    writePriceScenario(join(folder, 'own/price'), { mcp_servers: {}, limits: { wall_s: 120 } });
    const out = join(folder, 'exported');
    const { skipped } = await exportTasks({ folder: join(folder, 'own'), scenarios: ['./'], out, image: SMALL_IMAGE });
    expect(skipped).toEqual([]);
    const { results, unseeded } = await runAll('exported', ['oracle', 'nop']);
    expect(unseeded).toEqual([]);
    expect(results.map(({ agent, result, results: [row] }) => [agent, result, row?.reason])).toEqual([
      ['oracle', 'passed', "reward 1, it's untouched 1, reward 2 1, tests 1"],
      ['nop', 'failed', "reward 0, it's untouched 1, reward 2 1, tests 0, below 1"],
    ]);
  }, 300_000);

  test('the environment of a task is in its container, and a missing one is an error', async () => {
    const recipe = { install: 'npm ci', folder: null, date: '2026-01-02', files: {} };
    const command = 'cat node_modules/tiny/index.js && ! touch node_modules/tiny/new';
    const fields = {
      ...{ environment: { image: SMALL_IMAGE, workspace: '/app' }, dependencies: './environment.json' },
      ...{ hidden: undefined, oracle: undefined, mcp_servers: {}, limits: { wall_s: 120 } },
      scorers: [{ name: 'tests', type: 'command', command }],
    };
    writePriceScenario(join(folder, 'dependent'), fields);
    writeFileSync(join(folder, 'dependent/environment.json'), JSON.stringify(recipe));
    const ask = async () =>
      (await runAll('dependent', ['nop'])).results.map(({ failure, overall }) => [failure?.class, overall]);
    expect(await ask()).toEqual([['environment_missing', 'ERROR']]);
    const draft = join(folder, 'draft');
    putFiles(draft, { 'node_modules/tiny/index.js': 'tiny' });
    await addEnvironment(environmentStore(host), nameEnvironment(recipe), {
      ...{
        draft,
        folders: ['node_modules'],
        built_for: 'test',
        date: '2026-01-02',
        built_at: '2026-01-02T00:00:00.000Z',
      },
    });
    // doing nothing passes the command, but is not a success
    expect(await ask()).toEqual([['agent_stopped', 'PASS']]);
  }, 300_000);

  test('a reward that is missing or contradicts itself is an error, never 0', async () => {
    const files = HARBOR_TASKS['plain'] ?? {};
    const both = 'echo 1 >/logs/verifier/reward.txt; echo "{\\"reward\\": 0}" >/logs/verifier/reward.json\n';
    const tasks = {
      contradicting: { ...files, 'tests/test.sh': both },
      missing: { ...files, 'tests/test.sh': 'exit 0\n' },
      // what an agent leaves where rewards are written does not count
      planted: {
        ...files,
        'tests/test.sh': 'exit 0\n',
        'solution/solve.sh':
          'mkdir -p /logs/verifier /tests; echo 1 >/logs/verifier/reward.txt; echo "echo 1 >/logs/verifier/reward.txt" >/tests/test.sh\n',
      },
    };
    const { results } = await run('errors', tasks, ['oracle']);
    expect(
      results.map(({ scenario, result, results: rows }) => [scenario, result, rows[0]?.verdict, rows[0]?.reason]),
    ).toEqual([
      ['contradicting', 'error', 'ERROR', expect.stringContaining('reward.json says 0 and reward.txt 1')],
      ['missing', 'error', 'ERROR', expect.stringContaining('the verifier wrote no reward: it exited with 0')],
      ['planted', 'error', 'ERROR', expect.stringContaining('the verifier wrote no reward')],
    ]);
  }, 300_000);

  test('an image that cannot be had is said for its task alone; images are built once and removed on request', async () => {
    const files = HARBOR_TASKS['plain'] ?? {};
    const tasks = {
      broken: { ...files, 'environment/Dockerfile': `${files['environment/Dockerfile']}RUN echo trying; exit 7\n` },
      absent: { ...files, 'environment/Dockerfile': 'FROM registry.invalid/none:1\n' },
      rootless: {
        ...files,
        'environment/Dockerfile': (files['environment/Dockerfile'] ?? '').replace('WORKDIR /app', ''),
      },
      good: files,
    };
    const { results, unseeded } = await run('images', tasks, ['nop']);
    expect(results.map(({ scenario, result }) => [scenario, result])).toEqual([['good', 'failed']]);
    expect(Object.fromEntries(unseeded.map(({ scenario, reason }) => [scenario, reason]))).toMatchObject({
      broken: expect.stringMatching(/cannot be built[\s\S]*returned a non-zero code: 7/),
      absent: expect.stringMatching(/cannot be built/),
      rootless: expect.stringContaining('the image has no working directory; set `environment.workspace`'),
    });
    const { images } = await cleanEngine({ dry_run: true });
    expect(images.length).toBeGreaterThanOrEqual(1);
    expect((await cleanEngine({ dry_run: false })).images).toEqual(images);
    expect((await cleanEngine({ dry_run: true })).images).toEqual([]);
  }, 300_000);
});
