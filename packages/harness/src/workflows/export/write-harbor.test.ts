import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterAll, expect, test } from 'vitest';
import { writePriceScenario } from '../../../test/exported-task.ts';
import { HARBOR_TASKS, writeHarborTasks } from '../../../test/harbor-tasks.ts';
import { importTasks } from '../../scenarios/import-tasks.ts';
import { loadProject } from '../../scenarios/load-project.ts';
import type { LoadedScenario } from '../../scenarios/project.ts';
import { writeHarborTask } from './write-harbor.ts';

const scratch = mkdtempSync(join(tmpdir(), 'assay-export-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(scratch, String(++count));

const load = async (folder: string) =>
  new Map((await loadProject({ folder, names: ['./'] })).scenarios.map((loaded) => [loaded.id, loaded]));

async function writePrice(fields: Readonly<Record<string, unknown>> = {}): Promise<LoadedScenario> {
  const folder = fresh();
  writePriceScenario(folder, fields);
  return (await load(folder)).get('price') as LoadedScenario;
}

const readAll = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );

test('every field of every task survives the way to a scenario, to a Harbor task and back', async () => {
  const [from, first, exported, second] = [fresh(), fresh(), fresh(), fresh()];
  writeHarborTasks(from);
  const { tasks, skipped, format } = await importTasks({ path: from, out: first });
  expect([format, skipped]).toEqual(['harbor', []]);
  expect(tasks.map(({ name }) => name).sort()).toEqual(Object.keys(HARBOR_TASKS).sort());
  const before = await load(first);
  for (const [name, loaded] of before)
    expect([name, await writeHarborTask(loaded, { target: join(exported, name), image: 'none' })]).toEqual([name, []]);
  expect((await importTasks({ path: exported, out: second })).skipped).toEqual([]);
  const after = await load(second);
  for (const [name, { scenario }] of before) expect([name, after.get(name)?.scenario]).toEqual([name, scenario]);
  // what a scenario does not have is kept too
  const described = parseToml(readFileSync(join(exported, 'described/task.toml'), 'utf8'));
  expect(described).toMatchObject(parseToml(HARBOR_TASKS['described']?.['task.toml'] ?? ''));
});

test('a scenario survives the way to a Harbor task and back, but for what is said by field', async () => {
  const [exported, imported, again] = [fresh(), fresh(), fresh()];
  const loaded = await writePrice();
  const notes = await writeHarborTask(loaded, { target: join(exported, 'price'), image: 'debian:12' });
  expect(notes).toEqual([
    'commands decide by their exit codes; reports and clean checkouts are not compared',
    'scorers "fail_to_pass": decided by the exit code of tests',
    'scorers "no fewer tests": test_count_floor has no counterpart, left out',
    'integrity: left out',
  ]);
  const { tasks, skipped } = await importTasks({ path: exported, out: imported });
  expect([skipped, tasks[0]?.notes]).toEqual([
    [],
    ['processes that the agent leaves running end before the verifier starts'],
  ]);
  const back = (await load(imported)).get('price');
  const { user_instruction, limits, mcp_servers } = loaded.scenario;
  expect(back?.scenario).toMatchObject({
    ...{ name: 'price', user_instruction, mcp_servers },
    limits: { ...limits, pids: 1024 },
    environment: { dockerfile: 'environment/Dockerfile', context: 'environment' },
    scorers: [{ type: 'reward', files: 'tests', timeout_s: 960 }],
    oracle: { folder: 'solution', run: 'bash /solution/solve.sh' },
  });
  expect(await writeHarborTask(back as LoadedScenario, { target: join(again, 'price'), image: 'none' })).toEqual([]);
  expect(readAll(again)).toEqual(readAll(exported));
  expect(readAll(exported)).toMatchObject({
    'price/environment/Dockerfile':
      'FROM debian:12\nWORKDIR /app\nCOPY seed/ ./\nCOPY assay-setup.sh /tmp/assay-setup.sh\nRUN sh /tmp/assay-setup.sh\n',
    'price/solution/solve.sh': "#!/bin/bash\nset -e\ncd '/app'\nrm -f -- 'old name.txt'\ncp -R /solution/files/. .\n",
    'price/solution/files/price.sh': 'echo $(($1 * 3))\n',
    'price/tests/untouched/1/tests/helper.sh': 'true\n',
  });
  expect(parseToml(readFileSync(join(exported, 'price/task.toml'), 'utf8'))).toMatchObject({
    schema_version: '1.4',
    metadata: { fail_to_pass: ['triples'] },
    environment: { network_mode: 'allowlist', allowed_hosts: ['example.com'] },
  });
});

interface Attempt {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly solved: boolean;
  /** What the agent did besides. */
  readonly act?: (workspace: string) => void;
}

/** Runs the exported script on this machine, in folders instead of a container. */
async function verify({ solved, act, fields = {} }: Attempt): Promise<unknown> {
  const [folder, target] = [fresh(), fresh()];
  const workspace = join(folder, 'app');
  await writeHarborTask(await writePrice({ setup: undefined, ...fields }), { target, image: 'none' });
  mkdirSync(folder, { recursive: true });
  execFileSync('cp', ['-R', join(target, 'environment/seed'), workspace]);
  const run = (script: string): void => {
    const text = readFileSync(join(target, script), 'utf8')
      .replaceAll("'/app'", workspace)
      .replaceAll('/tests/', `${target}/tests/`)
      .replaceAll('/solution/', `${target}/solution/`)
      .replaceAll('/logs/verifier', `${folder}/logs`);
    execFileSync('bash', ['-c', text], { cwd: workspace, stdio: 'pipe' });
  };
  mkdirSync(join(workspace, 'made'));
  writeFileSync(join(workspace, 'made/by-setup.txt'), '1');
  if (solved) run('solution/solve.sh');
  act?.(workspace);
  run('tests/test.sh');
  return JSON.parse(readFileSync(join(folder, 'logs/reward.json'), 'utf8'));
}

const replace = (workspace: string, path: string, link: string): void => {
  rmSync(join(workspace, path), { recursive: true, force: true });
  symlinkSync(link, join(workspace, path));
};

test('the exported script gives the reward to the solution alone', async () => {
  const good = { tests: 1, "it's untouched": 1, 'reward 2': 1 };
  expect(await verify({ solved: true })).toEqual({ ...good, reward: 1 });
  expect(await verify({ solved: false })).toEqual({ ...good, reward: 0, tests: 0 });
  const elsewhere = fresh();
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, 'run.sh'), 'precious');
  // hidden files take the place of links and folders without following them
  const linked = await verify({
    solved: true,
    act: (workspace) => replace(workspace, 'tests/run.sh', join(elsewhere, 'run.sh')),
  });
  expect(linked).toEqual({ ...good, reward: 0, "it's untouched": 0 });
  expect(await verify({ solved: true, act: (workspace) => replace(workspace, 'tests', elsewhere) })).toEqual({
    ...{ reward: 0, tests: 0, "it's untouched": 0, 'reward 2': 1 },
  });
  expect(readAll(elsewhere)).toEqual({ 'run.sh': 'precious' });
  const touched = await verify({
    solved: false,
    act: (workspace) => writeFileSync(join(workspace, 'tests/helper.sh'), 'exit 0\n'),
  });
  expect(touched).toEqual({ ...good, reward: 0, "it's untouched": 0 });
});

test('what the agent adds for the test runner is gone, and changed configuration returns', async () => {
  const act = (workspace: string): void => {
    mkdirSync(join(workspace, 'deep/er'), { recursive: true });
    for (const path of ['conftest.py', 'deep/er/conftest.py', 'pytest.py'])
      writeFileSync(join(workspace, path), 'exit()\n');
    writeFileSync(join(workspace, 'pytest.ini'), '[pytest]\naddopts = --co\n');
    symlinkSync('/', join(workspace, 'unittest'));
  };
  expect(await verify({ solved: true, act })).toMatchObject({ reward: 1, tests: 1 });
});

test('tests of pytest decide by name, also if the command fails with the solution', async () => {
  const scorers = [
    { name: 'tests', type: 'command', command: 'sh bin/pytest -rA', required: false },
    { name: 'named', type: 'fail_to_pass', required: true, command: 'tests', tests: ['triples [a b]', 'other'] },
  ];
  const fields = { scorers };
  expect(await verify({ solved: true, fields })).toEqual({ reward: 1, tests: 0, named: 1 });
  expect(await verify({ solved: false, fields })).toEqual({ reward: 0, tests: 0, named: 0 });
});

test('a dockerfile and an image of the scenario stay what they are', async () => {
  const target = fresh();
  const loaded = await writePrice({ environment: { image: 'mine:1', user: 'worker' }, setup: undefined });
  await writeHarborTask(loaded, { target, image: 'none' });
  expect(readFileSync(join(target, 'environment/Dockerfile'), 'utf8')).toBe(
    'FROM mine:1\nCOPY --chown=worker assay-seed/ ./\n',
  );
  expect(parseToml(readFileSync(join(target, 'task.toml'), 'utf8'))).toMatchObject({ agent: { user: 'worker' } });
});

test.each([
  {
    why: 'tests that also fail with the solution',
    fields: {
      scorers: [
        { name: 'tests', type: 'command', command: 'x', required: false },
        { name: 'named', type: 'fail_to_pass', required: true, command: 'tests', tests: ['a'] },
      ],
    },
    says: 'scorers "named": the command "tests" is not required',
  },
  { why: 'nothing to run', fields: { scorers: [] }, says: 'expected a command, a stage or a reward' },
  {
    why: 'a repository',
    fields: { workspace_seed: { git: 'https://example.com/x.git', ref: 'main' } },
    says: 'workspace_seed: only a folder',
  },
  {
    why: 'hidden files and a verifier',
    fields: { scorers: [{ name: 'own', type: 'reward', command: 'x' }] },
    says: 'hidden: a reward scorer has its own files',
  },
])('$why cannot be exported', async ({ fields, says }) => {
  await expect(writeHarborTask(await writePrice(fields), { target: fresh(), image: 'none' })).rejects.toThrow(says);
});

test('the image of a task with dependencies installs them with the manifests of the solution', async () => {
  const recipe = {
    ...{ install: 'npm install --before={date}', folder: null, date: '2026-01-02' },
    files: { 'package.json': '{"dependencies": {"tiny": "1"}}', 'package-lock.json': '{}' },
  };
  const folder = fresh();
  writePriceScenario(folder, { dependencies: './environment.json' });
  writeFileSync(join(folder, 'environment.json'), JSON.stringify(recipe));
  const loaded = (await load(folder)).get('price') as LoadedScenario;
  const seed = join(loaded.base, (loaded.scenario.workspace_seed as { copy: string }).copy);
  writeFileSync(join(seed, 'package.json'), '{}');
  const target = fresh();
  await writeHarborTask(loaded, { target, image: 'node:22' });
  expect(readAll(join(target, 'environment'))).toMatchObject({
    'assay-manifests/package.json': recipe.files['package.json'],
    'assay-seed-manifests/package.json': '{}',
    Dockerfile: expect.stringContaining(`COPY seed/ ./
COPY assay-manifests/ ./
RUN ["sh","-c","npm install --before=2026-01-02"]
COPY assay-seed-manifests/ ./
RUN ["rm","package-lock.json"]
`),
  });
});
