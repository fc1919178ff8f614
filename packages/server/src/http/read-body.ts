import type { Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, isDiskFull } from '@assay/schema';
import type { Archive } from '../archives/archive.ts';
import { MAX_SMALL_BYTES } from '../documents/read-document.ts';
import { diskFull, openScratchFolder } from '../scratch/scratch-folder.ts';
import type { BodyBudgets } from './body-budget.ts';

/** The body of a request: in memory if it is small, otherwise in a file, which is removed on disposal. */
export interface Body extends AsyncDisposable {
  readonly content: Archive;
}

export interface ReadBodyOptions {
  readonly max_bytes: number;
  /** Whose memory and disk space it takes. */
  readonly owner: string;
  readonly budgets: BodyBudgets;
  /** Gets all bytes; null if no digest is needed. */
  readonly hash: Hash | null;
}

/** Larger bodies are stored on disk while they arrive. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;
const EMPTY = new Uint8Array();

/** Reads the body of a request. */
export async function readBody(request: Request, options: ReadBodyOptions): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD') return inMemory(EMPTY);
  const { max_bytes, owner, budgets, hash } = options;
  // a client cannot send more than its content-length
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (length > max_bytes) throw tooLarge(max_bytes, `${length} bytes`);
  if (length > MAX_BYTES_IN_MEMORY) budgets.disk.requireRoom(owner, length);
  if (length <= MAX_SMALL_BYTES || request.body === null) {
    const bytes = length > 0 ? new Uint8Array(await request.arrayBuffer()) : EMPTY;
    hash?.update(bytes);
    return inMemory(bytes);
  }
  const chunks: Uint8Array[] = [];
  let [size, held] = [0, 0];
  await using opening = new AsyncDisposableStack();
  opening.defer(() => budgets.memory.giveBack(owner, held));
  const body = request.body[Symbol.asyncIterator]();
  for (let next = await receive(body); !next.done; next = await receive(body)) {
    size += next.value.length;
    if (size > max_bytes) throw tooLarge(max_bytes, 'more');
    hash?.update(next.value);
    chunks.push(next.value);
    if (size <= MAX_SMALL_BYTES) continue;
    if (size > MAX_BYTES_IN_MEMORY || !budgets.memory.hasRoom(owner, size - held))
      return await storeBody(options, chunks, body);
    budgets.memory.take(owner, size - held);
    held = size;
  }
  return inMemory(Buffer.concat(chunks), opening.move());
}

const inMemory = (bytes: Uint8Array, held?: AsyncDisposable): Body => ({
  content: { bytes },
  [Symbol.asyncDispose]: async () => held?.[Symbol.asyncDispose](),
});

/** Writes a body to a file while it arrives: first the chunks that are already here, then the rest. */
async function storeBody(
  { max_bytes, owner, budgets: { disk }, hash }: ReadBodyOptions,
  chunks: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): Promise<Body> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await openScratchFolder());
  const path = join(folder.path, 'body');
  let size = 0;
  opening.defer(() => disk.giveBack(owner, size));
  await using file = await open(path, 'wx', 0o600);
  const append = async (chunk: Uint8Array): Promise<void> => {
    if (size + chunk.length > max_bytes) throw tooLarge(max_bytes, 'more');
    disk.take(owner, chunk.length);
    size += chunk.length;
    await write(file, chunk);
  };
  for (const chunk of chunks) await append(chunk);
  for (let next = await receive(rest); !next.done; next = await receive(rest)) {
    hash?.update(next.value);
    await append(next.value);
  }
  const stored = opening.move();
  return { content: { file: path }, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

const receive = (body: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> =>
  body.next().catch((cause) => {
    throw new AssayError('interrupted', 'the client disconnected before it had sent the body', { cause });
  });

const write = (file: FileHandle, chunk: Uint8Array): Promise<void> =>
  file.writeFile(chunk).catch((error) => {
    throw isDiskFull(error) ? diskFull(error) : error;
  });

const tooLarge = (limit: number, found: string): AssayError =>
  new AssayError('payload_too_large', `expected a body of at most ${limit} bytes, found ${found}`);

/** The media type of a request, without parameters. */
export const readMediaType = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
