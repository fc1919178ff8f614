import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '@assay/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  copyProgram,
  findObstacle,
  SMALL_IMAGE,
  startEngine,
  type TestEngine,
} from '../packages/harness/test/container-engine.ts';
import { writeImageContext } from '../tools/release/image-context.ts';

/*
 * The images, built and started as the compose file says. Nothing can be pulled here: the base image is made of this
 * machine's Node, and PostgreSQL runs beside the engine. The containers have no network and reach it through a socket.
 */
const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
const PATIENCE = { timeout: 120_000, interval: 500 };
const obstacle = findObstacle();
const run = promisify(execFile);

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
}
const compose = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')) as { services: Record<string, Service> };

describe.skipIf(obstacle !== undefined)(`the container images ${obstacle ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-images-'));
  const cleanup = new AsyncDisposableStack();
  let engine: TestEngine;
  let database: Database;
  let relay: string;
  beforeAll(async () => {
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    engine = cleanup.use(await startEngine());
    database = cleanup.use(await openDatabase({ root: join(folder, 'root'), database_url: undefined }));
    relay = cleanup.adopt(await openRelay(folder, new URL(database.url)), ({ server }) => void server.close()).folder;
    buildBase(engine, join(folder, 'base'));
    const context = join(folder, 'context');
    mkdirSync(context);
    writeImageContext(context);
    for (const [target, tag] of [
      ['server', 'assay'],
      ['worker', 'assay-worker'],
    ] as const)
      engine.docker('build', '--network=none', '--build-arg=BASE=node', '--target', target, '--tag', tag, context);
  }, 600_000);
  afterAll(() => cleanup.disposeAsync(), 120_000);

  const start = (name: 'server' | 'worker'): void => {
    const { image, environment, volumes, tmpfs, cap_drop, security_opt, read_only } = compose.services[name] as Service;
    const url = new URL(database.url);
    const [user, path] = [`${url.username}:${url.password}`, url.pathname];
    const reached = `postgres://${user}@%2Frun%2Fpostgres:5432${path}`;
    const unset = Object.entries(environment).map(([key, value]) => [key, value.startsWith('${') ? '' : value]);
    const values = { ...Object.fromEntries(unset), DATABASE_URL: reached };
    engine.docker(
      ...['run', '--detach', '--name', name, '--network=none', `--volume=${relay}:/run/postgres`],
      ...Object.entries(values).map(([key, value]) => `--env=${key}=${value}`),
      ...volumes.map((volume) => `--volume=${volume}`),
      ...(tmpfs ?? []).map((path) => `--tmpfs=${path}`),
      ...(cap_drop ?? []).map((capability) => `--cap-drop=${capability}`),
      ...(security_opt ?? []).map((option) => `--security-opt=${option}`),
      ...(read_only === true ? ['--read-only'] : []),
      image,
    );
  };
  // the relay is in this process, so nothing may block it
  const docker = async (...args: string[]): Promise<string> => (await run('docker', args)).stdout;
  const readLog = async (name: string): Promise<string> => {
    const { stdout, stderr } = await run('docker', ['logs', '--tail=20', name]);
    return stdout + stderr;
  };
  const ask = async (path: string, { key = '', ...request }: { key?: string; method?: string; body?: string } = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const options = JSON.stringify({ ...request, ...(key === '' ? {} : { headers }) });
    const program = `fetch('http://127.0.0.1:4600${path}', ${options}).then(async (answer) =>
      console.log(JSON.stringify({ ...(await answer.json()), code: answer.status })))`;
    return JSON.parse(await docker('exec', 'server', 'node', '-e', program)) as Record<string, unknown>;
  };
  const post = async (key: string, path: string, body: object) => {
    const answer = await ask(path, { key, method: 'POST', body: JSON.stringify(body) });
    if ((answer['code'] as number) >= 300)
      throw new Error(`expected ${path} to succeed, found ${JSON.stringify(answer)}\n${await readLog('server')}`);
    return answer;
  };
  const health = async (name: string): Promise<string> =>
    (await docker('inspect', '--format={{.State.Health.Status}}', name)).trim();
  const stop = async (name: string): Promise<number> => {
    await docker('stop', '--time=60', name);
    return Number(await docker('inspect', '--format={{.State.ExitCode}}', name));
  };

  test('a server without privileges and a worker on it execute a run, survive a kill and stop when asked', async () => {
    start('server');
    await expect.poll(() => health('server'), PATIENCE).toBe('healthy');
    expect((await docker('exec', 'server', 'id', '-u')).trim()).toBe('10001');
    await expect(docker('exec', 'server', 'touch', '/opt/assay/x')).rejects.toThrow('Read-only');
    const [key = ''] = /assay_sk_[\w-]+/.exec(await readLog('server')) ?? [];

    start('worker');
    const scenario = {
      name: 'nothing',
      user_instruction: 'Do nothing.',
      workspace_seed: 'empty',
      scorers: [{ name: 'is here', type: 'command', command: 'true' }],
    };
    const { scenario_id } = await post(key, '/v1/scenarios', { scenario });
    const { task_id } = await post(key, `/v1/scenarios/${scenario_id}/tasks`, { files: {} });
    const asked = await post(key, '/v1/runs', { execute: { task_id, agent: { id: 'nop', type: 'nop' } } });
    const { run_id } = (asked['runs'] as { run_id: string }[])[0] as { run_id: string };
    const findRun = () => ask(`/v1/runs/${run_id}`, { key });
    await expect
      .poll(async () => {
        const { status, waiting_reason } = await findRun();
        return status === 'finished' ? status : `${status} ${waiting_reason}\n${await readLog('worker')}`;
      }, PATIENCE)
      .toBe('finished');
    expect(await findRun()).toMatchObject({ run: { sandbox: 'bwrap' } });

    await docker('kill', '--signal=KILL', 'server');
    await docker('start', 'server');
    await expect.poll(() => health('server'), PATIENCE).toBe('healthy');
    expect(await ask('/readyz')).toMatchObject({ code: 200 });
    expect(await findRun()).toMatchObject({ status: 'finished' });
    expect([await stop('worker'), await stop('server')]).toEqual([0, 0]);
  }, 600_000);
});

/** An image with what the Node image has and the worker needs. */
function buildBase({ docker }: TestEngine, folder: string): void {
  const root = join(folder, 'root');
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  copyFileSync(process.execPath, join(root, 'usr/bin/node'));
  for (const program of ['bwrap', 'git', 'mkfifo']) copyProgram(`/usr/bin/${program}`, root);
  const npm = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim();
  cpSync(dirname(dirname(npm)), join(root, 'usr/lib/npm'), { recursive: true, dereference: true });
  writeFileSync(join(root, 'usr/bin/npm'), '#!/bin/sh\nexec node /usr/lib/npm/bin/npm-cli.js "$@"\n', { mode: 0o755 });
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${SMALL_IMAGE}\nCOPY root /\n`);
  docker('build', '--tag', 'node', folder);
}

/** A socket in a folder that leads to a database on another port. */
async function openRelay(folder: string, { hostname, port }: URL) {
  const path = join(folder, 'postgres', '.s.PGSQL.5432');
  mkdirSync(dirname(path));
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o777);
  return { server, folder: dirname(path) };
}
