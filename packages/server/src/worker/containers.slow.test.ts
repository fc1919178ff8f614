import { afterAll, describe, expect, test } from 'vitest';
import { findObstacle, SMALL_IMAGE, startEngine } from '../../../harness/test/container-engine.ts';
import { openTestApi, type TestCaller } from '../../test/server.ts';
import { startWorker } from '../../test/start-worker.ts';

const obstacle = findObstacle();
const engine = obstacle === undefined ? await startEngine() : null;
const api = await openTestApi();
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await engine?.[Symbol.asyncDispose]();
});

const start = (options: Partial<Parameters<typeof startWorker>[0]>) =>
  startWorker({ store: api.store, url: api.url, concurrency: 2, ...options });

type Json = Record<string, unknown>;
async function post(caller: TestCaller, path: string, body: unknown): Promise<Json> {
  const response = await caller.request(path, { method: 'POST', body });
  const answer = (await response.json()) as Json;
  expect([response.status < 300, answer]).toEqual([true, answer]);
  return answer;
}

async function freeze(caller: TestCaller, scenario: object, files: object): Promise<string> {
  const { scenario_id } = await post(caller, '/v1/scenarios', { scenario });
  const { task_id } = await post(caller, `/v1/scenarios/${scenario_id}/tasks`, { files });
  return task_id as string;
}

async function ask(caller: TestCaller, task_id: string, type: 'oracle' | 'nop') {
  const { runs, warnings } = await post(caller, '/v1/runs', { execute: { task_id, agent: { id: type, type } } });
  return { run_id: (runs as { run_id: string }[])[0]?.run_id as never, warnings: warnings as string[] };
}

const read = async (caller: TestCaller, run_id: string): Promise<Json> =>
  (await (await caller.request(`/v1/runs/${run_id}`)).json()) as Json;

// solved if the file of the image and the system of the container changed
const HELD = `if grep -qx yes text.txt && grep -qx yes /etc/motd; then echo 1; else echo 0; fi`;
const built = {
  name: 'built',
  user_instruction: 'Say yes.',
  workspace_seed: 'image',
  environment: { dockerfile: 'image/Dockerfile' },
  scorers: [{ name: 'says yes', type: 'reward', command: 'sh /tests/test.sh', files: 'tests' }],
  oracle: { folder: 'solution', run: 'sh /solution/solve.sh' },
  limits: { wall_s: 120, memory_mb: 256 },
};
const BUILT_FILES = {
  'image/Dockerfile': `FROM ${SMALL_IMAGE}\nWORKDIR /app\nCOPY text.txt ./\n`,
  'image/text.txt': 'no\n',
  'tests/test.sh': `${HELD} >/logs/verifier/reward.txt\n`,
  'solution/solve.sh': 'echo yes >text.txt; echo yes >/etc/motd\n',
};

describe.skipIf(obstacle !== undefined)(`workers with a container engine ${obstacle ?? ''}`, () => {
  test('tasks with an image, a Dockerfile or a verifier run where the operator allows it', async () => {
    const caller = await api.createCaller();
    const task_id = await freeze(caller, built, BUILT_FILES);
    const cached = { ...built, name: 'cached', workspace_seed: 'empty' };
    const environment = { image: SMALL_IMAGE, workspace: '/srv/app' };
    const files = { 'tests/test.sh': 'echo 1 >/logs/verifier/reward.txt\n', 'solution/solve.sh': 'true\n' };
    const easy = await freeze(caller, { ...cached, environment }, files);
    await using careful = start({ name: 'careful', images: 'cached' });
    const first = await ask(caller, easy, 'oracle');
    await careful.until('finished', first.run_id);
    expect(await read(caller, first.run_id)).toMatchObject({ result: 'passed', waiting_reason: null });
    const good = await ask(caller, task_id, 'oracle');
    expect(good.warnings).toEqual([
      expect.stringMatching(/^The runs wait\. No worker offers to build Dockerfiles .* offers \d+ other image/),
    ]);
    expect(await read(caller, good.run_id)).toMatchObject({
      status: 'queued',
      waiting_reason: expect.stringContaining('`assay worker --images build`'),
    });
    await using builder = start({ name: 'builder', images: 'build' });
    const bad = await ask(caller, task_id, 'nop');
    for (const { run_id } of [good, bad]) await builder.until('finished', run_id);
    expect(await read(caller, good.run_id)).toMatchObject({ result: 'passed', run: { sandbox: 'docker' } });
    expect(await read(caller, bad.run_id)).toMatchObject({ result: 'failed' });
    expect(engine?.docker('ps', '--all', '--quiet')).toBe('');
  }, 300_000);

  test('a task reads no file of the machine through links that its agent leaves for the verifier', async () => {
    const caller = await api.createCaller();
    const verifier = {
      ...{ name: 'sees nothing', type: 'reward', command: 'sh /tests/test.sh', files: 'tests' },
      ...{ environment: { image: SMALL_IMAGE, workspace: '/app' }, artifacts: ['/app/above/passwd', '/srv/etc'] },
    };
    const scenario = { ...built, name: 'links', workspace_seed: 'empty', scorers: [verifier] };
    const task_id = await freeze(
      caller,
      { ...scenario, environment: { image: SMALL_IMAGE, workspace: '/app' } },
      {
        'tests/test.sh':
          'if [ -e /app/above/passwd ] || [ -e /srv/etc/hostname ]; then echo 0; else echo 1; fi >/logs/verifier/reward.txt\n',
        'solution/solve.sh': 'ln -s /etc above; mkdir -p /srv; ln -s /etc /srv/etc\n',
      },
    );
    await using worker = start({ images: 'cached' });
    const { run_id } = await ask(caller, task_id, 'oracle');
    await worker.until('finished', run_id);
    expect(await read(caller, run_id)).toMatchObject({ result: 'passed' });
  }, 300_000);
});

test.each([
  { why: 'a Dockerfile elsewhere', fields: { environment: { dockerfile: '../Dockerfile' } } },
  { why: 'a context above', fields: { environment: { dockerfile: 'Dockerfile', context: '..' } } },
  { why: 'an absolute context', fields: { environment: { dockerfile: 'Dockerfile', context: '/etc' } } },
  { why: "a verifier's files elsewhere", fields: { scorers: [{ ...built.scorers[0], files: '/etc' }] } },
  {
    why: "a verifier's image elsewhere",
    fields: { scorers: [{ ...built.scorers[0], environment: { dockerfile: '/etc/passwd' } }] },
  },
])('rejects $why', async ({ fields }) => {
  const caller = await api.createCaller();
  const { scenario_id } = await post(caller, '/v1/scenarios', { scenario: { ...built, ...fields } });
  const files = { ...BUILT_FILES, Dockerfile: 'FROM x\n' };
  const path = `/v1/scenarios/${scenario_id}/tasks`;
  const response = await caller.request(path, { method: 'POST', body: { files } });
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('inside the submitted files') });
});
