import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../packages/server/test/database.ts';
import { makeRunFolder, packTar } from '../../packages/server/test/run-folder.ts';
import type { Measurement, Ratio } from './ratio.ts';
import { type Served, serve } from './served.ts';

const MB = 1_000_000;
const FILES = 50;
const AT_ONCE = 24;
const EMPTY_FILES = 24_000;
const RETRY_MS = 1_000;
const ROUNDS = 3;

/** What uploads cost the server process: its peak memory, and the time for many small files. */
export const UPLOADS: readonly Ratio[] = [
  {
    what: `memory that one more upload of ${FILES} MB adds to the server (files of 1 MB)`,
    against: '64 MB',
    limit: { most: 1 },
    measure: () => measureMemory(1, 64 * MB),
  },
  {
    what: `memory that ${AT_ONCE} uploads of ${FILES} MB at once add to the server`,
    against: '256 MB',
    limit: { most: 1 },
    measure: () => measureMemory(AT_ONCE, 256 * MB),
  },
  {
    what: `time for an upload with ${EMPTY_FILES} empty files`,
    against: '3 s',
    limit: { most: 1 },
    measure: async () => {
      await using uploads = await openUploads();
      await uploads.send([]);
      const names = Array.from({ length: EMPTY_FILES }, (_, index) => [`raw/${index}`, ''] as const);
      const files = await packTar(names);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const started_ms = performance.now();
        await uploads.send([files]);
        times.push(performance.now() - started_ms);
      }
      return { subject: Math.min(...times), reference: 3_000 };
    },
  },
];

async function measureMemory(at_once: number, reference: number): Promise<Measurement> {
  await using uploads = await openUploads();
  const content = await packTar(
    Array.from({ length: FILES }, (_, index) => [`raw/${index}`, randomBytes(MB)] as const),
  );
  // the first starts threads and lets the heap grow to its usual size
  await uploads.send([content]);
  const before = readStatus(uploads.served, 'VmRSS');
  // resets the peak
  writeFileSync(`/proc/${uploads.served.pid}/clear_refs`, '5');
  await Promise.all(Array.from({ length: at_once }, () => uploads.send([content])));
  return { subject: readStatus(uploads.served, 'VmHWM') - before, reference };
}

function readStatus({ pid }: Served, field: 'VmRSS' | 'VmHWM'): number {
  const [, kib] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

/** A server, and a run that can be sent many times under new ids, with more files. */
async function openUploads() {
  await using opening = new AsyncDisposableStack();
  const made = opening.use(await makeRunFolder());
  const served = opening.use(await serve());
  const send = async (more: readonly Buffer[]): Promise<void> => {
    const run_id = newId('run');
    const rename = (content: Buffer): string => content.toString().replaceAll(made.result.run_id, run_id);
    const own = await packTar([...made.files].map(([name, content]) => [name, rename(content)] as const));
    // the end of an archive is 1024 zeros; without it another can follow
    const parts = more.length > 0 ? [own.subarray(0, -1024), ...more] : [own];
    while ((await post(served, parts)) === 429) await pause(RETRY_MS);
  };
  const opened = opening.move();
  return { served, send, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function post({ port, key }: Served, parts: readonly Buffer[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-tar', 'content-length': length };
  const sent = request({ port, method: 'POST', path: '/v1/runs', headers }, async (response) => {
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode === 201 || statusCode === 429) resolve(statusCode);
    else reject(new Error(`expected 201, found ${statusCode}: ${answer}`));
  });
  sent.on('error', reject);
  for (const part of parts) sent.write(part);
  sent.end();
  return await promise;
}
