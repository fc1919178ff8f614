import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Listening, listen } from '../packages/server/src/http/listen.ts';
import { openTestApi, type TestApi, type TestCaller } from '../packages/server/test/server.ts';
import { createProject, runProject } from './projects.ts';
import { openPushRelay, type PushRelay } from './push-relay.ts';

/* `assay login` and `assay push`, each in its own process, against a real server. */

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const SESSION = fileURLToPath(new URL('../fixtures/transcripts/claude/basic.session.jsonl', import.meta.url));
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const OWN_SECRET = 'correct-horse-battery-staple';

let api: TestApi;
let server: Listening;
let relay: PushRelay;
let made: Awaited<ReturnType<typeof createProject>>;
// another organization and home for each test
let caller: TestCaller;
let home: string;
let folder: string;

beforeAll(async () => {
  api = await openTestApi();
  server = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
  relay = await openPushRelay(server.url);
  made = await makeRuns();
}, 120_000);
afterAll(async () => {
  await made[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
  await server.close();
  await api[Symbol.asyncDispose]();
});
beforeEach(async () => {
  caller = await api.createCaller();
  home = await mkdtemp(join(tmpdir(), 'assay-push-'));
  folder = join(home, 'project');
  await cp(made.folder, folder, { recursive: true });
  relay.treat(() => 'pass');
  return () => rm(home, { recursive: true, force: true });
});

/** Two runs; the agent prints a secret and writes it into a file. */
async function makeRuns() {
  const project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [
      {
        name: 'write-done',
        user_instruction: 'Write done into state.txt.',
        workspace_seed: { copy: './fixture' },
        scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
      },
    ],
    config: {
      agents: [
        {
          id: 'bot',
          type: 'command',
          command: `cat > /dev/null; echo done > state.txt; echo ${SECRET} > config.txt; echo "token ${SECRET} ${OWN_SECRET}"`,
        },
      ],
      sandbox: { use: 'local' },
    },
  });
  await runProject(project.folder, { repeat: 2, label: 'nightly' });
  return project;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { PATH, HOME: home, NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  });
}

async function assay(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = start(args, env);
  child.stdin?.end(input);
  const streams = [child.stdout, child.stderr].map((stream) => text(stream as NonNullable<typeof stream>));
  const [[status], stdout = '', stderr = ''] = await Promise.all([once(child, 'close'), ...streams] as const);
  expect(stdout + stderr).not.toContain(caller.key);
  return { status: status as number | null, stdout, stderr };
}

const login = () => assay(['login', relay.url, '--key-stdin'], { input: `${caller.key}\n` });
const runIds = async () => (await readdir(join(folder, '.assay/runs'))).toSorted();
const pushJson = async (...args: string[]) => {
  const ran = await assay(['push', ...args, '--json']);
  return { ...ran, result: JSON.parse(ran.stdout) as Record<string, unknown> };
};
async function stored(path: string): Promise<Record<string, unknown>[]> {
  const response = await caller.request(`/v1/${path}?workspace_id=${caller.workspace_id}`);
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}
const outbox = async () => {
  const entries = await readdir(join(home, '.local/state/assay/outbox'), { recursive: true }).catch(() => []);
  return entries.filter((name) => name.endsWith('.json'));
};

test('login checks the key and stores it for its owner only', async () => {
  const ran = await login();
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining(`Logged in to ${relay.url}`) });
  const file = join(home, '.config/assay/login.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ url: relay.url, api_key: caller.key });
  expect(await assay(['login', '--remove'])).toMatchObject({ status: 0 });
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test.each([
  { what: 'a wrong key', key: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_wrong', status: 3, says: 'API key' },
  { what: 'text that is no key', key: 'two words', status: 2, says: 'is not a key' },
  { what: 'nothing', key: '', status: 2, says: 'is not a key' },
])('login refuses $what and stores nothing', async ({ key, status, says }) => {
  const ran = await assay(['login', relay.url, '--key-stdin'], { input: key });
  expect(ran).toMatchObject({ status, stderr: expect.stringContaining(says) });
  await expect(stat(join(home, '.config/assay/login.json'))).rejects.toThrow('ENOENT');
});

test('login refuses a key that may only read, and a server that is none', async () => {
  const key = await caller.createKey(['read']);
  expect(await assay(['login', relay.url, '--key-stdin'], { input: key })).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('may only read'),
  });
  relay.treat(() => ({ status: 200 }));
  expect(await assay(['login', relay.url, '--key-stdin'], { input: caller.key })).toMatchObject({ status: 3 });
});

test('login needs a terminal to ask for the key', async () => {
  expect(await assay(['login', relay.url])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--key-stdin'),
  });
});

test('push sends the runs of the folder once, however often it is called', async () => {
  await login();
  const first = await pushJson();
  expect([first.status, first.result]).toMatchObject([0, { waiting: 0, failures: [], already: [] }]);
  expect((await stored('runs')).map(({ run_id }) => run_id).toSorted()).toEqual(await runIds());
  const again = await pushJson();
  expect([again.status, again.result]).toMatchObject([0, { sent: [], already: [{ kind: 'run' }, { kind: 'run' }] }]);
  expect(await stored('runs')).toHaveLength(2);
  expect(await assay(['push'])).toMatchObject({ stdout: 'Already there: 2 runs.\n' });
});

test('push sends a run by id, by label and by folder', async () => {
  await login();
  const [one] = await runIds();
  expect((await pushJson(one as string)).result).toMatchObject({ sent: [{ kind: 'run', name: one }] });
  expect((await pushJson('nightly')).result).toMatchObject({ sent: [{ kind: 'run' }], already: [{ name: one }] });
  expect((await pushJson(join('.assay/runs', one as string))).result).toMatchObject({ sent: [], already: [{}] });
  expect(await assay(['push', 'nothing-like-it'])).toMatchObject({ status: 2 });
});

test('push sends a session; its longer version replaces it', async () => {
  await login();
  const file = join(folder, 'session.jsonl');
  const lines = (await readFile(SESSION, 'utf8')).trimEnd().split('\n');
  await writeFile(file, `${lines.slice(0, -2).join('\n')}\n`);
  expect((await pushJson(file)).result).toMatchObject({ sent: [{ kind: 'session', name: file }] });
  await copyFile(SESSION, file);
  await pushJson(file);
  expect((await pushJson(file)).result).toMatchObject({ sent: [], already: [{ kind: 'session', name: file }] });
  expect(await stored('agent-sessions')).toMatchObject([{ agent: 'claude-code', source: file }]);
});

test('push finds a session by its id in the home folder', async () => {
  await login();
  const file = join(home, '.claude/projects/shop/0f8a2c1e-6a0b-4a57-9f0e-1d2c3b4a5f60.jsonl');
  await mkdir(dirname(file), { recursive: true });
  await copyFile(SESSION, file);
  const { result } = await pushJson('0f8a2c1e');
  expect(result).toMatchObject({ sent: [{ kind: 'session', name: file }] });
  expect((await pushJson('--since', '1d')).result).toMatchObject({ already: [{ kind: 'session', name: file }] });
  expect(await stored('agent-sessions')).toHaveLength(1);
});

test('offline, everything waits; the next push sends it', async () => {
  await login();
  relay.treat(() => 'drop');
  const offline = await pushJson();
  expect([offline.status, offline.result]).toMatchObject([3, { sent: [], waiting: 2 }]);
  expect(await outbox()).toHaveLength(2);
  await rm(join(folder, '.assay'), { recursive: true });
  relay.treat(() => 'pass');
  expect((await pushJson()).result).toMatchObject({ sent: [{ kind: 'run' }, { kind: 'run' }], waiting: 0 });
  expect(await outbox()).toEqual([]);
  expect(await stored('runs')).toHaveLength(2);
});

test('a full outbox takes no more and says so; online it empties itself to make room', async () => {
  await login();
  relay.treat(() => 'drop');
  const [one, other] = await runIds();
  await pushJson(one as string);
  // as if the run were very large
  const [name] = await outbox();
  const file = join(home, '.local/state/assay/outbox', name as string);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"bytes":\d+/, '"bytes":4294967296'));
  const full = await pushJson(other as string);
  expect([full.status, full.result]).toMatchObject([
    3,
    {
      waiting: 1,
      failures: [{ name: other, error: { message: expect.stringMatching(/outbox is full: 1 item, 4\.3 GB/) } }],
    },
  ]);
  expect(await outbox()).toHaveLength(1);
  relay.treat(() => 'pass');
  expect((await pushJson(other as string)).result).toMatchObject({
    sent: [{ name: one }, { name: other }],
    ...{ failures: [], waiting: 0 },
  });
});

test('a killed push loses nothing and doubles nothing', async () => {
  await login();
  const isUpload = ({ method }: { method: string }) => method === 'POST';
  let uploads = 0;
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  // the server has the first run, but its answer never arrives
  relay.treat((relayed) => {
    if (!isUpload(relayed)) return 'pass';
    if (++uploads === 1) setTimeout(resolve, 3_000);
    return 'lose_answer';
  });
  const child = start(['push']);
  await lost;
  await expect.poll(() => stored('runs')).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await outbox()).toHaveLength(2);
  relay.treat(() => 'pass');
  expect(await pushJson()).toMatchObject({ status: 0, result: { waiting: 0, failures: [] } });
  expect((await stored('runs')).map(({ run_id }) => run_id).toSorted()).toEqual(await runIds());
  expect(await outbox()).toEqual([]);
});

test('two pushes at once store everything once', async () => {
  await login();
  const both = await Promise.all([pushJson(), pushJson()]);
  expect(both.map(({ status }) => status)).toEqual([0, 0]);
  expect(await stored('runs')).toHaveLength(2);
});

test.each([{ status: 500 }, { status: 429, headers: { 'retry-after': '1' } }, { status: 503 }])(
  'retries after $status',
  async (fault) => {
    await login();
    let uploads = 0;
    relay.treat(({ method }) => (method === 'POST' && ++uploads === 1 ? fault : 'pass'));
    expect(await pushJson()).toMatchObject({ status: 0, result: { waiting: 0 } });
    expect(await stored('runs')).toHaveLength(2);
  },
);

test('a wrong key keeps everything in the outbox', async () => {
  await login();
  const env = { ASSAY_API_KEY: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_wrong' };
  const ran = await assay(['push', '--json'], { env });
  expect(ran.status).toBe(3);
  expect(JSON.parse(ran.stdout)).toMatchObject({ waiting: 2, error: { code: 'unauthorized' } });
  expect(await pushJson()).toMatchObject({ status: 0, result: { waiting: 0 } });
});

test('the key of a login goes to no other server', async () => {
  await login();
  await using other = await openPushRelay(server.url);
  expect(await assay(['push', '--url', other.url])).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(/no key/),
  });
  expect(other.seen).toEqual([]);
});

test('the runs of one organization are not those of another', async () => {
  await login();
  await pushJson();
  const stranger = await api.createCaller();
  const env = { ASSAY_URL: relay.url, ASSAY_API_KEY: stranger.key };
  expect(JSON.parse((await assay(['push', '--json'], { env })).stdout)).toMatchObject({ sent: [{}, {}], already: [] });
  const foreign = await assay(['push', 'nightly', '--workspace', stranger.workspace_id]);
  expect(foreign.status).toBe(0);
  const refused = await assay(['push', SESSION, '--workspace', stranger.workspace_id, '--json']);
  expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject([
    2,
    { failures: [{ kind: 'session' }], waiting: 0 },
  ]);
});

test('a secret does not leave the machine', async () => {
  await login();
  const file = join(folder, 'session.jsonl');
  const session = (await readFile(SESSION, 'utf8')).replaceAll('Fix the add', `Use ${SECRET}, ${OWN_SECRET}. Fix`);
  expect(session).toContain(SECRET);
  await writeFile(file, session);
  const before = relay.seen.length;
  const env = { DEPLOY_PASSWORD: OWN_SECRET };
  expect(await assay(['push', 'nightly', file], { env })).toMatchObject({ status: 0 });
  const sent = relay.seen.slice(before).filter(({ method }) => method === 'POST');
  expect(sent).toHaveLength(3);
  for (const { body } of sent) {
    const plain = gunzipSync(body).toString('latin1');
    expect(plain).not.toContain(SECRET);
    expect(plain).not.toContain(OWN_SECRET);
    expect(plain).toMatch(/\[redacted (?:github|DEPLOY)/);
    // compressed objects cannot be redacted
    expect(plain).not.toContain('trees.git/');
  }
});

test('a dry run shows what would be sent and sends nothing', async () => {
  const before = relay.seen.length;
  const ran = await assay(['push', '--dry-run']);
  expect(ran.status).toBe(0);
  expect(ran.stdout).toMatch(/transcript\.jsonl {2}[\d.]+ k?B {2}\d+ secrets? redacted: github/);
  expect(ran.stdout).toContain('trees.git  stays here: contains a secret');
  expect(ran.stdout).toMatch(/2 runs, [\d.]+ k?B to send\. Nothing was sent\.\n$/);
  expect(ran.stdout).not.toContain(SECRET);
  const { result } = await pushJson('--dry-run', 'nightly');
  expect(result).toMatchObject({ items: [{ kind: 'run', files: expect.any(Array), left_out: [{}] }, {}], waiting: 0 });
  expect(relay.seen.length).toBe(before);
  expect(await outbox()).toEqual([]);
});

test('refuses a run folder with a link to another file', async () => {
  await login();
  const [one] = await runIds();
  await symlink('/etc/passwd', join(folder, '.assay/runs', one as string, 'raw/planted'));
  const { status, result } = await pushJson();
  expect(status).toBe(2);
  expect(result).toMatchObject({ sent: [{}], failures: [{ name: one, error: { code: 'unreadable_file' } }] });
});

test('a run with other content under the same id is refused and named', async () => {
  await login();
  relay.treat(() => 'drop');
  await pushJson();
  relay.treat(() => 'pass');
  const [one] = await runIds();
  const file = join(folder, '.assay/runs', one as string, 'evidence.json');
  const evidence = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...evidence, warnings: ['edited'] }));
  const { status, result } = await pushJson();
  expect(status).toBe(2);
  expect(result).toMatchObject({ failures: [{ kind: 'run', name: one, error: { code: 'conflict' } }], waiting: 0 });
});

const inCi = () => ({ CI: 'true', ASSAY_URL: relay.url, ASSAY_API_KEY: caller.key });

test('--push sends what a command made: runs, a comparison with its runs, a session', async () => {
  await login();
  const ran = await assay(['run', '--agent', 'bot', '--no-prove', '--label', 'after', '--push', '--json']);
  const { runs } = JSON.parse(ran.stdout) as { runs: { run_id: string }[] };
  expect(ran).toMatchObject({ status: 0, stderr: expect.stringContaining('Sent 1 run') });
  expect(await stored('runs')).toMatchObject([{ run_id: runs[0]?.run_id, label: 'after' }]);
  const compared = await assay(['compare', 'nightly', 'after', '--push', '--json']);
  expect(compared.stderr).toMatch(/Sent 2 runs, 1 comparison .*\nAlready there: 1 run\./);
  const [comparison] = await stored('comparisons');
  expect(comparison).toMatchObject({ comparison_id: JSON.parse(compared.stdout).comparison_id, baseline: 'nightly' });
  expect((await assay(['push'])).stdout).toBe('Already there: 3 runs, 1 comparison.\n');
  const graded = await assay(['grade', SESSION, '--push', '--json']);
  expect(graded.stderr).toContain('Sent 1 session');
  expect(await stored('agent-sessions')).toMatchObject([{ source: SESSION }]);
});

test('in CI, ASSAY_URL and ASSAY_API_KEY make it the default', async () => {
  await writeFile(join(folder, 'a.txt'), 'a\n');
  await mkdir(join(folder, 'from'));
  await mkdir(join(folder, 'to'));
  const check = ['check', '--from', 'from', '--to', 'to'];
  const env = { ...inCi(), GITHUB_REPOSITORY: 'acme/shop', GITHUB_REF: 'refs/pull/12/merge', GITHUB_SHA: 'abc' };
  expect(await assay(check, { env })).toMatchObject({ status: 0, stderr: expect.stringContaining('Sent 1 check') });
  expect(await stored('checks')).toMatchObject([
    {
      change: { repository: 'acme/shop', commit: 'abc', pull_request: 'https://github.com/acme/shop/pull/12' },
      report: { overall: 'N/A' },
    },
  ]);
  expect((await assay([...check, '--no-push'], { env })).stderr).not.toContain('Sent');
  expect((await assay(check, { env: { ...env, CI: '' } })).stderr).not.toContain('Sent');
  expect((await assay([...check, '--push', '--no-push'], { env })).status).toBe(2);
});

test('a push that fails does not change the exit code of the command', async () => {
  relay.treat(() => 'drop');
  const ran = await assay(['grade', SESSION, '--json'], { env: inCi() });
  expect(ran).toMatchObject({ status: 0, stderr: expect.stringContaining('Waiting in the outbox: 1') });
  expect(JSON.parse(ran.stdout)).toMatchObject({ runs: [{}] });
  relay.treat(() => 'pass');
  expect((await assay(['push'], { env: inCi() })).stdout).toContain('Sent');
  expect(await stored('agent-sessions')).toHaveLength(1);
  const nowhere = await assay(['grade', SESSION, '--push', '--json']);
  expect(nowhere).toMatchObject({ status: 0, stderr: expect.stringContaining('run `assay login URL`') });
});

test('prove --push sends the proofs', async () => {
  await login();
  const ran = await assay(['prove', '--sandbox', 'local', '--push', '--json']);
  expect(ran.stderr).toContain('Sent 1 proof');
  expect(await stored('proofs')).toMatchObject([{ scenario: 'write-done', proof: { proven: false } }]);
  expect((await assay(['push'])).stdout).toMatch(/Already there: 1 proof\.\n$/);
});
