import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HARBOR_TASKS, writeHarborTasks } from '../../../test/harbor-tasks.ts';
import { importTasks } from '../import-tasks.ts';
import { loadProject } from '../load-project.ts';

const scratch = mkdtempSync(join(tmpdir(), 'assay-harbor-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(scratch, String(++count));

async function importOnly(files: Readonly<Record<string, string>>, name = 'task') {
  const [from, out] = [fresh(), fresh()];
  writeHarborTasks(from, { [name]: files });
  return { from, out, ...(await importTasks({ path: from, out })) };
}

const load = async (folder: string) =>
  new Map((await loadProject({ folder, names: ['./'] })).scenarios.map((loaded) => [loaded.id, loaded]));

test('converts limits, users, variables and verifiers', async () => {
  const { out } = await importOnly({
    ...HARBOR_TASKS['plain'],
    'task.toml': `[agent]
timeout_sec = 60.0
user = "worker"
[verifier]
timeout_sec = 30.0
user = 7
env = { A = "1", KEY = "\${MODEL_KEY}", MODE = "\${MODE:-fast}" }
[environment]
cpus = 2
memory = "1.5G"
storage_mb = 100
allow_internet = false
`,
  });
  expect((await load(out)).get('task')?.scenario).toMatchObject({
    workspace_seed: 'image',
    environment: { dockerfile: 'environment/Dockerfile', context: 'environment', user: 'worker' },
    limits: { wall_s: 60, cpus: 2, memory_mb: 1536, disk_mb: 100, network: 'none' },
    scorers: [{ type: 'reward', files: 'tests', timeout_s: 30, user: '7', env: { A: '1', MODE: 'fast' } }],
    oracle: { folder: 'solution', run: 'bash /solution/solve.sh', at: '/solution' },
  });
});

test('says by field what it cannot honor', async () => {
  const { tasks } = await importOnly({
    ...HARBOR_TASKS['plain'],
    'task.toml': `surprise = 1
[agent]
shade = "red"
[environment]
skills_dir = "/skills"
[environment.healthcheck]
command = "true"
[verifier]
env = { KEY = "\${MODEL_KEY}" }
[[environment.mcp_servers]]
name = "a"
url = "http://x"
speed = 3
`,
  });
  expect(tasks[0]?.notes).toMatchInlineSnapshot(`
    [
      "surprise: unknown key, ignored",
      "agent.shade: unknown key, ignored",
      "environment.mcp_servers[0].speed: unknown key, ignored",
      "environment.healthcheck: not honored",
      "environment.skills_dir: not honored",
      "agent.timeout_sec (none: 3600 s are given): not honored",
      "processes that the agent leaves running end before the verifier starts",
      "verifier.env.KEY: the variable MODEL_KEY of this machine is not passed on",
      "environment.network_mode: public, but no network is open; list the hosts in limits.network",
    ]
  `);
});

test.each([
  {
    why: 'no Dockerfile',
    files: { 'environment/Dockerfile': null },
    says: 'expected docker_image or environment/Dockerfile',
  },
  { why: 'compose', files: { 'environment/docker-compose.yaml': 'x' }, says: 'several containers are not supported' },
  { why: 'GPUs', files: { 'task.toml': '[environment]\ngpus = 2\n' }, says: 'environment.gpus: 2 are asked for' },
  { why: 'Windows', files: { 'task.toml': '[environment]\nos = "windows"\n' }, says: 'only linux runs here' },
  { why: 'no tests', files: { 'tests/test.sh': null }, says: 'test.sh is missing' },
  { why: 'an empty instruction', files: { 'instruction.md': ' \n' }, says: 'instruction.md is empty' },
  { why: 'no TOML', files: { 'task.toml': 'a = \n' }, says: 'task.toml: ' },
  {
    why: 'a wrong type',
    files: { 'task.toml': '[agent]\ntimeout_sec = "soon"\n' },
    says: 'task.toml agent.timeout_sec: expected',
  },
  {
    why: 'a wrong mode',
    files: { 'task.toml': '[verifier]\nenvironment_mode = "odd"\n' },
    says: 'verifier.environment_mode',
  },
  {
    why: 'files to collect for its verifier',
    files: { 'task.toml': '[[verifier.collect]]\ncommand = "git diff >/logs/artifacts/a.patch"\n' },
    says: 'verifier.collect: commands that collect files for the verifier are not supported',
  },
  {
    why: 'files to collect in a step',
    files: { 'task.toml': '[[steps]]\nname = "one"\n[[steps.verifier.collect]]\ncommand = "true"\n' },
    says: 'steps.one.verifier.collect: commands that collect files',
  },
  ...['workdir/data.txt', 'environment/data.txt', 'setup.sh'].map((path) => ({
    why: `a step with ${path}`,
    files: { 'task.toml': '[[steps]]\nname = "one"\n', 'steps/one/instruction.md': 'x', [`steps/one/${path}`]: 'x' },
    says: `steps/one/${path.split('/')[0]}: files that arrive with a step are not supported`,
  })),
  ...['public', 'allowlist'].map((mode) => ({
    why: `a verifier with the network mode ${mode}`,
    files: { 'task.toml': `[verifier]\nnetwork_mode = "${mode}"\n` },
    says: `verifier.network_mode: ${mode} is asked for, and verifiers have no network`,
  })),
  {
    why: 'a verifier with hosts',
    files: { 'task.toml': '[verifier]\nallowed_hosts = ["pypi.org"]\n' },
    says: 'verifier.allowed_hosts: expected none, found pypi.org: verifiers have no network',
  },
  {
    why: 'a separate verifier with a network',
    files: {
      'task.toml': '[verifier]\nenvironment_mode = "separate"\n[verifier.environment]\nnetwork_mode = "public"\n',
    },
    says: 'verifier.environment.network_mode: public is asked for',
  },
  {
    why: 'a verifier that downloads',
    files: { 'task.toml': 'version = "1.0"\n', 'tests/test.sh': 'apt-get update\nuvx -w pytest pytest /tests\n' },
    says: 'tests/test.sh: `apt-get update` needs a network, and verifiers have none. If the script works without it, set',
  },
  {
    why: 'a helper that downloads',
    files: {
      'task.toml': 'version = "1.0"\n',
      'tests/test.sh': 'bash /tests/setup.sh\n',
      'tests/setup.sh': 'pip install pytest\n',
    },
    says: 'tests/setup.sh: `pip install pytest` needs a network',
  },
  {
    why: 'a step outside',
    files: { 'task.toml': '[[steps]]\nname = "../x"\n' },
    says: 'expected the name of a folder',
  },
])('skips a task with $why, and says so', async ({ files, says }) => {
  const all = Object.fromEntries(
    Object.entries({ ...HARBOR_TASKS['plain'], ...files }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
  const { tasks, skipped } = await importOnly(all);
  expect(tasks).toEqual([]);
  expect(skipped[0]?.reason).toContain(says);
});

test.each([
  '[verifier]\nnetwork_mode = "no-network"\n',
  '[environment]\nnetwork_mode = "no-network"\n',
  '[environment]\nallow_internet = false\n',
  '[verifier]\ncollect = []\nnetwork_mode = "no-network"\n',
])('a verifier without a network may have a script that would download: %j', async (toml) => {
  const { tasks } = await importOnly({
    ...HARBOR_TASKS['plain'],
    'task.toml': toml,
    'tests/test.sh': 'command -v uvx || curl -LsSf https://astral.sh/uv/install.sh | sh\n',
  });
  expect(tasks).toHaveLength(1);
});

test('a hostile name becomes a plain folder, and two equal ones differ', async () => {
  const [from, out] = [fresh(), fresh()];
  const files = HARBOR_TASKS['plain'] ?? {};
  writeHarborTasks(from, { '<b>x</b> \u001b[31m': files, '--out': files, 'A b': files, 'a-b': files });
  const { tasks } = await importTasks({ path: from, out });
  for (const { name } of tasks) expect(name).toMatch(/^\w[\w.-]*$/);
  expect(new Set(tasks.map(({ name }) => name.toLowerCase())).size).toBe(4);
});

test('files that lead out of the task or are too many are refused', async () => {
  const [from, out] = [fresh(), fresh()];
  const files = HARBOR_TASKS['plain'] ?? {};
  writeHarborTasks(from, { away: files, up: files, inside: files });
  symlinkSync('/etc/passwd', join(from, 'away/tests/passwd'));
  symlinkSync('../../up', join(from, 'up/environment/x'));
  symlinkSync('test.sh', join(from, 'inside/tests/same.sh'));
  const { tasks, skipped } = await importTasks({ path: from, out });
  expect(tasks.map(({ name }) => name)).toEqual(['inside']);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'tests/passwd is a link to "/etc/passwd", outside of its folder',
    'environment/x is a link to "../../up", outside of its folder',
  ]);
});

test('does not overwrite, and knows what it does not know', async () => {
  const { from, out } = await importOnly(HARBOR_TASKS['plain'] ?? {});
  expect((await importTasks({ path: from, out })).skipped[0]?.reason).toContain('is already there');
  await expect(importTasks({ path: from, out: fresh(), format: 'odd' })).rejects.toThrow(
    'expected --format to be one of',
  );
  mkdirSync(join(scratch, 'nothing'));
  writeFileSync(join(scratch, 'nothing/readme.md'), 'x');
  await expect(importTasks({ path: join(scratch, 'nothing'), out: fresh() })).rejects.toThrow(
    'no tasks of a known format',
  );
});
