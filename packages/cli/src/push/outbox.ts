import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, parse, WaitingParcel } from '@assay/schema';
import { formatNoun } from '../terminal/format.ts';
import { formatBytes } from './format-bytes.ts';
import { bodyDigest, type Parcel } from './parcel.ts';

/** What waits to be sent to one server. It survives the end of the process at any time. */
export interface Outbox {
  readonly folder: string;
  /** Whether a parcel of this size fits. An empty outbox has room for any. */
  hasRoomFor(bytes: number): boolean;
  /** What waits, in words. */
  describe(): string;
  /** Keeps a parcel until it is removed; the same bytes wait once. */
  add(parcel: Parcel, queued_at: string): Promise<WaitingParcel>;
  /** The waiting parcels, oldest first. */
  list(): Promise<WaitingParcel[]>;
  /** The bytes to send; null if another push has sent them. Throws if they are not as they were added. */
  read(waiting: WaitingParcel): Promise<Buffer | null>;
  remove(waiting: WaitingParcel): Promise<void>;
}

/** How much may wait for one server. */
const MOST_PARCELS = 10_000;
const MOST_BYTES = 4 * 1024 ** 3;

// what a process that ended left behind; a living one needs less time
const ABANDONED_MS = 3_600_000;

/** Opens the outbox of a server. Parcels of one server never go to another. */
export async function openOutbox(state: string, { url, now }: { url: string; now: () => number }): Promise<Outbox> {
  const folder = join(state, 'outbox', createHash('sha256').update(url).digest('hex').slice(0, 16));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, now());
  const fileOf = ({ digest }: { readonly digest: string }, type: 'json' | 'body'): string =>
    join(folder, `${digest}.${type}`);
  const list = async (): Promise<WaitingParcel[]> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const all = await Promise.all(names.map((name) => readDescription(join(folder, name))));
    return all.flatMap((one) => one ?? []).toSorted((one, other) => (one.queued_at < other.queued_at ? -1 : 1));
  };
  const sizes = new Map((await list()).map(({ digest, bytes }) => [digest, bytes]));
  const total = (): number => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  return {
    folder,
    list,
    hasRoomFor: (bytes) => sizes.size === 0 || (sizes.size < MOST_PARCELS && total() + bytes <= MOST_BYTES),
    describe: () => `${formatNoun(sizes.size, 'item')}, ${formatBytes(total())}`,
    async add({ kind, name, operation, fields, content: { type, body } }, queued_at) {
      const digest = bodyDigest(Buffer.concat([Buffer.from(JSON.stringify([operation, fields])), body]));
      const content = { type, body_digest: bodyDigest(body), bytes: body.length };
      const waiting = parse(WaitingParcel, { kind, name, operation, fields, digest, ...content, queued_at });
      // the description comes last: without it the body does not count
      await write(fileOf(waiting, 'body'), body);
      await write(fileOf(waiting, 'json'), JSON.stringify(waiting));
      sizes.set(digest, body.length);
      return waiting;
    },
    async read(waiting) {
      const body = await readFile(fileOf(waiting, 'body')).catch(() => Buffer.alloc(0));
      if (bodyDigest(body) === waiting.body_digest) return body;
      if ((await readDescription(fileOf(waiting, 'json'))) === null) return null;
      throw new AssayError('unreadable_file', `${waiting.name} is damaged in the outbox; send it again by its name`);
    },
    async remove(waiting) {
      await rm(fileOf(waiting, 'json'), { force: true });
      await rm(fileOf(waiting, 'body'), { force: true });
      sizes.delete(waiting.digest);
    },
  };
}

// another push may have sent it in the meantime
async function readDescription(file: string): Promise<WaitingParcel | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return parse(WaitingParcel, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whole or not at all, also after a power loss. */
async function write(file: string, content: string | Buffer): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

async function sweep(folder: string, now_ms: number): Promise<void> {
  const names = await readdir(folder);
  const described = new Set(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, 64)));
  for (const name of names) {
    if (!name.endsWith('.part') && described.has(name.slice(0, 64))) continue;
    const file = join(folder, name);
    const age_ms = now_ms - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now_ms);
    if (age_ms > ABANDONED_MS) await rm(file, { force: true });
  }
}
