import { randomBytes } from 'node:crypto';
import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { isBlobName, OWNER_BLOB, parseBlobName } from './blob-name.ts';
import type { BlobStore } from './blob-store.ts';

// few files per folder, however many contents there are
const SHARD_LENGTH = 2;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const UNFINISHED = /\.[0-9a-f]{12}\.new$/;

/** Blobs as files of a folder. */
export function openFolderBlobs(folder: string): BlobStore {
  const location = `fs:${folder}`;
  const fail = (error: unknown): AssayError =>
    new AssayError('blobs_unavailable', `${location} cannot be used: ${(error as Error).message}`, { cause: error });
  async function* walk(organization?: string): ReturnType<typeof listFiles> {
    try {
      yield* listFiles(folder, organization);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fail(error);
    }
  }
  return {
    location,
    async put(name, content) {
      const path = locate(folder, name);
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`;
      try {
        await makeFolder(dirname(path), PRIVATE_FOLDER);
        await writeDurably(unfinished, content);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw fail(error);
      }
    },
    async get(name, { max_bytes }) {
      try {
        return await readUpTo(locate(folder, name), max_bytes);
      } catch (error) {
        if (error instanceof AssayError) throw error;
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw fail(error);
      }
    },
    async delete(name) {
      await rm(locate(folder, name), { force: true }).catch((error: unknown) => {
        throw fail(error);
      });
    },
    locate: (name) => locate(folder, name),
    async *list(organization) {
      for await (const { name, path } of walk(organization))
        if (parseBlobName(name) !== undefined) {
          const modified_ms = await findAge(path);
          if (modified_ms !== undefined) yield { name, modified_ms };
        }
    },
    async removeUnfinished(before_ms) {
      for await (const { name, path } of walk())
        if (isUnfinished(name) && ((await findAge(path)) ?? before_ms) < before_ms) await rm(path, { force: true });
    },
  };
}

function locate(folder: string, name: string): string {
  if (!isBlobName(name)) throw new AssayError('internal', `Not the name of a blob: ${JSON.stringify(name)}`);
  if (name === OWNER_BLOB) return join(folder, name);
  const [organization = '', file = ''] = name.split('/');
  return join(folder, organization, file.slice(0, SHARD_LENGTH), file);
}

const isUnfinished = (name: string): boolean =>
  UNFINISHED.test(name) && parseBlobName(name.replace(UNFINISHED, '')) !== undefined;

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', PRIVATE_FILE);
  await file.writeFile(content);
  await file.sync();
}

// otherwise a name could be lost with the power, although its content is there
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

async function readUpTo(path: string, max_bytes: number): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size > max_bytes)
    throw new AssayError('blob_damaged', `${path} has ${size} bytes; expected ${max_bytes} at most`);
  return await file.readFile();
}

/** The files of one organization or of all, finished or not. */
async function* listFiles(folder: string, organization?: string): AsyncGenerator<{ name: string; path: string }> {
  if (organization === undefined) {
    for await (const entry of await opendir(folder)) if (entry.isDirectory()) yield* listFiles(folder, entry.name);
    return;
  }
  for await (const file of await opendir(join(folder, organization), { recursive: true }))
    if (file.isFile()) yield { name: `${organization}/${file.name}`, path: join(file.parentPath, file.name) };
}

/** Undefined if the file is gone. */
const findAge = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.mtimeMs;
