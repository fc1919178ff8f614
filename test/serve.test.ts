import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createProject, runProject } from './projects.ts';
import { spawnServe, startServe } from './served.ts';

/* `assay serve` in a project folder. */

const PATIENCE_MS = 120_000;

test('imports the runs and sessions of the folder, executes new runs with its own worker, and keeps them after a restart', async () => {
  await using project = await createProject({
    scenarios: [{ name: 'task', user_instruction: 'x', workspace_seed: 'empty' }],
    config: { agents: [{ id: 'idle', type: 'nop' }] },
  });
  const root = join(project.folder, '.assay');
  await runProject(project.folder);
  expect(readdirSync(join(root, 'runs'))).toHaveLength(1);

  const { folder } = project;
  const home = join(root, 'home');
  const session = writeSession({ home, folder });
  const first = await startServe({ root, args: [], cwd: folder, env: { HOME: home } });
  const key = first.first_key as string;
  expect(readFileSync(join(root, 'db/.gitignore'), 'utf8')).toBe('*\n');
  const ask = async (url: string, body?: object) => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return JSON.parse(text);
  };
  const list = async (url: string) => (await ask(`${url}/v1/runs`)).items as { status: string; task_id: string }[];
  await expect.poll(() => list(first.url), { timeout: PATIENCE_MS }).toMatchObject([{ status: 'finished' }]);
  const [made] = await list(first.url);
  await ask(`${first.url}/v1/runs`, { execute: { task_id: made?.task_id, agent: { id: 'idle', type: 'nop' } } });
  await expect
    .poll(async () => (await list(first.url)).map(({ status }) => status), { timeout: PATIENCE_MS })
    .toEqual(['finished', 'finished']);
  const listSessions = async () => (await ask(`${first.url}/v1/folder/sessions`)).items;
  await expect.poll(listSessions, { timeout: PATIENCE_MS }).toMatchObject([{ file: session, problem: null }]);
  const [{ digest }] = await listSessions();
  expect(await ask(`${first.url}/v1/agent-sessions/${digest}`)).toMatchObject({ source: session });
  expect((await fetch(`${first.url}/`)).headers.get('content-type')).toContain('text/html');

  const closed = once(first.child, 'close');
  first.child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
  expect(existsSync(join(root, 'db/data/postmaster.pid'))).toBe(false);

  await using second = await startServe({ root, args: ['--no-worker', '--no-sessions'], cwd: folder });
  expect(await ask(`${second.url}/v1/folder/sessions`)).toMatchObject({ folder: null, items: [] });
  expect(second.first_key).toBeNull();
  expect(await list(second.url)).toHaveLength(2);
});

/** Writes a session that Claude Code had in a folder an hour ago. */
function writeSession({ home, folder }: { readonly home: string; readonly folder: string }): string {
  const recorded = new URL('../fixtures/transcripts/recorded/claude-code/edit.session.jsonl', import.meta.url);
  const file = join(home, '.claude/projects/-project/edit.jsonl');
  mkdirSync(join(home, '.claude/projects/-project'), { recursive: true });
  const text = readFileSync(fileURLToPath(recorded), 'utf8');
  writeFileSync(file, text.replaceAll('"cwd":"/workspace"', `"cwd":${JSON.stringify(folder)}`));
  const hour_ago_s = Date.now() / 1000 - 3_600;
  utimesSync(file, hour_ago_s, hour_ago_s);
  return file;
}

test('a worker that dies is started again, is seen in the metrics, and stops when the server is killed', async () => {
  await using project = await createProject({ scenarios: [] });
  const served = await startServe({ root: join(project.folder, '.assay'), args: [] });
  const closed = once(served.child, 'close');
  const workers = () => listChildren(served.child.pid as number).filter((pid) => readTitle(pid) === 'assay worker');
  const metrics = async () => await (await fetch(`${served.url}/metrics`)).text();
  await expect.poll(workers, { timeout: PATIENCE_MS }).toHaveLength(1);
  expect(await metrics()).toMatch(/^assay_own_worker_up 1$/m);
  expect(await metrics()).toMatch(/^assay_runs_queued 0$/m);
  expect(await metrics()).toMatch(/^assay_database_up 1$/m);

  const [first] = workers() as [number];
  process.kill(first, 'SIGKILL');
  await expect.poll(() => workers().filter((pid) => pid !== first), { timeout: PATIENCE_MS }).toHaveLength(1);

  const [second] = workers() as [number];
  served.child.kill('SIGKILL');
  await closed;
  await expect.poll(() => existsSync(`/proc/${second}`), { timeout: PATIENCE_MS }).toBe(false);
});

const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', '').trim();
  } catch {
    // it has ended
    return '';
  }
}

test('a store of contents that nobody can create is logged, and does not keep the server from starting', async () => {
  await using project = await createProject({ scenarios: [] });
  const env = { ASSAY_BLOBS: 'fs:/proc/x' };
  const served = await startServe({ root: join(project.folder, '.assay'), env });
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  const closed = once(served.child, 'close');
  served.child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  expect(served.complaint()).toContain('fs:/proc/x cannot be used: ENOENT');
});

test.each([
  { step: 'that opens the database', after_ms: 0, end: [130, null] },
  { step: 'that waits for a disk that never answers', after_ms: 5_000, end: [null, 'SIGKILL'] },
])('a start $step ends on SIGTERM', async ({ after_ms, end }) => {
  await using project = await createProject({ scenarios: [] });
  const blobs = join(project.folder, 'blobs');
  mkdirSync(blobs);
  // nobody writes to it, so opening it never ends
  execFileSync('mkfifo', [join(blobs, 'owner')]);
  const root = join(project.folder, '.assay');
  const child = spawnServe({ root, env: { ASSAY_BLOBS: `fs:${blobs}` } });
  const closed = once(child, 'close');
  const isRunning = () => existsSync(join(root, 'db/data/postmaster.pid'));
  await expect.poll(isRunning, { timeout: PATIENCE_MS }).toBe(true);
  await sleep(after_ms);
  child.kill('SIGTERM');
  expect(await closed).toEqual(end);
  await expect.poll(isRunning, { timeout: PATIENCE_MS }).toBe(false);
});
