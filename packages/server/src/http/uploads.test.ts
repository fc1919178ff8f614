import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MadeRunFolder, makeRunFolder, packTar } from '../../test/run-folder.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';
import { removeLeftFolders } from '../scratch/remove-left.ts';
import { openScratchFolder } from '../scratch/scratch-folder.ts';
import { type Listening, listen } from './listen.ts';

// the grading thread starts with the first run
vi.setConfig({ testTimeout: 180_000 });

const MIB = 1024 * 1024;

let api: TestApi;
let made: MadeRunFolder;
let listening: Listening;
let scratch: string;
beforeAll(async () => {
  api = await openTestApi({ body_budget: { max_bytes: 24 * MIB } });
  made = await makeRunFolder();
  listening = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
  scratch = await mkdtemp(join(tmpdir(), 'assay-uploads-'));
  vi.stubEnv('TMPDIR', scratch);
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await listening.close();
  await made[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true, force: true });
});

const left = (): Promise<string[]> => readdir(scratch);

const countBytes = async (): Promise<number> => {
  const bodies = (await left()).map((name) => stat(join(scratch, name, 'body')).catch(() => ({ size: 0 })));
  return (await Promise.all(bodies)).reduce((sum, { size }) => sum + size, 0);
};

/** A request whose body is sent by hand. */
function startUpload({ key }: Pick<TestCaller, 'key'>, headers: Record<string, string | number> = {}) {
  const sent = request(`${listening.url}/v1/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-tar', ...headers },
  });
  const answered = once(sent, 'response').then(async ([response]) => {
    const chunks: Buffer[] = await response.toArray();
    return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
  });
  // an aborted request has no answer
  answered.catch(() => undefined);
  return { sent, answered };
}

test.each([
  { how: 'with a length', headers: (length: number) => ({ 'content-length': length }) },
  { how: 'in chunks', headers: () => ({}) },
])('stores a large run sent $how once per key and removes its files', async ({ headers }) => {
  const caller = await api.createCaller();
  const large = [...Array.from({ length: 5 }, (_, index) => [`raw/${index}`, Buffer.alloc(MIB, index)] as const)];
  const bytes = await packTar([...made.files, ...large, ['raw/empty', ''] as const, ['raw/empty too', ''] as const]);
  const send = async () => {
    const { sent, answered } = startUpload(caller, { ...headers(bytes.length), 'idempotency-key': 'once' });
    sent.end(bytes);
    return await answered;
  };
  const first = await send();
  expect([first.status, first.text]).toEqual([201, expect.stringContaining(made.result.run_id)]);
  const again = await send();
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
  const stored = await caller.request(`/v1/runs/${made.result.run_id}/evidence`);
  expect(await stored.text()).toContain('raw/empty too');
  expect(await left()).toEqual([]);
});

test('an aborted upload leaves nothing, and its space is free again', async () => {
  const caller = await api.createCaller();
  for (let round = 0; round < 4; round++) {
    const { sent } = startUpload(caller, { 'content-length': 10 * MIB });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(5 * MIB));
    await expect.poll(left).not.toEqual([]);
    sent.destroy();
    await expect.poll(left).toEqual([]);
  }
});

test('uploads that together take too much space are refused with a time to retry', async () => {
  const [caller, other] = [await api.createCaller(), await api.createCaller()];
  const uploads = [caller, other].map((from) => {
    const upload = startUpload(from, { 'content-length': 12 * MIB });
    upload.sent.on('error', () => undefined);
    upload.sent.write(Buffer.alloc(11 * MIB));
    return upload;
  });
  const refusal = async (from: TestCaller) => {
    const { sent, answered } = startUpload(from, { 'content-length': 4 * MIB });
    sent.on('error', () => undefined);
    sent.flushHeaders();
    const { status, headers } = await answered;
    sent.destroy();
    return [status, headers['retry-after']];
  };
  await expect.poll(countBytes, { timeout: 60_000 }).toBe(22 * MIB);
  expect(await refusal(caller)).toEqual([429, '5']);
  expect(await refusal(await api.createCaller())).toEqual([503, '5']);
  for (const { sent } of uploads) sent.destroy();
  await expect.poll(left).toEqual([]);
});

test('JSON is limited to what is held in memory, with archives allowed to be larger', async () => {
  const body = JSON.stringify({ files: { 'run.json': 'x'.repeat(17 * MIB) } });
  const refused = await api.request('/v1/runs', { method: 'POST', body });
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining(`at most ${16 * MIB} bytes`)]);
});

test('a start removes what a killed server left, and nothing that is in use', async () => {
  await using used = await openScratchFolder();
  const program = `import(${JSON.stringify(new URL('../scratch/scratch-folder.ts', import.meta.url).href)})
    .then(({ openScratchFolder }) => openScratchFolder()).then((folder) => { globalThis.held = folder; console.log(folder.path); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['--conditions=@assay/source', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const folder = String(line).trim();
  await writeFile(join(folder, 'body'), 'half');
  await mkdir(join(scratch, 'assay-server-new'));
  await removeLeftFolders(Date.now);
  expect((await left()).length).toBe(3);
  child.kill('SIGKILL');
  await once(child, 'close');
  await removeLeftFolders(Date.now);
  expect((await left()).map((name) => join(scratch, name)).toSorted()).toEqual(
    [used.path, join(scratch, 'assay-server-new')].toSorted(),
  );
  await rm(join(scratch, 'assay-server-new'), { recursive: true });
});
