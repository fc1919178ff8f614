import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '@assay/schema';
import { isBlobName, OWNER_BLOB, parseBlobName } from './blob-name.ts';
import type { BlobStore, ListedBlob } from './blob-store.ts';

// few files per folder, however many contents there are
const SHARD_LENGTH = 2;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Blobs as files of a folder. */
export function openFolderBlobs(folder: string): BlobStore {
  const location = `fs:${folder}`;
  const fail = (error: unknown): AssayError =>
    new AssayError('blobs_unavailable', `${location} cannot be used: ${(error as Error).message}`, { cause: error });
  return {
    location,
    async put(name, content) {
      const path = locate(folder, name);
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
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
    async *list(organization) {
      try {
        if (organization === undefined) yield* listBlobs(folder);
        else yield* listBlobsOf(folder, organization);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fail(error);
      }
    },
  };
}

function locate(folder: string, name: string): string {
  if (!isBlobName(name)) throw new AssayError('internal', `Not the name of a blob: ${JSON.stringify(name)}`);
  if (name === OWNER_BLOB) return join(folder, name);
  const [organization = '', file = ''] = name.split('/');
  return join(folder, organization, file.slice(0, SHARD_LENGTH), file);
}

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

async function* listBlobs(folder: string): AsyncGenerator<ListedBlob> {
  for await (const organization of await opendir(folder))
    if (organization.isDirectory()) yield* listBlobsOf(folder, organization.name);
}

async function* listBlobsOf(folder: string, organization: string): AsyncGenerator<ListedBlob> {
  for await (const file of await opendir(join(folder, organization), { recursive: true })) {
    const name = `${organization}/${file.name}`;
    if (!file.isFile() || parseBlobName(name) === undefined) continue;
    const found = await stat(join(file.parentPath, file.name)).catch(() => undefined);
    if (found !== undefined) yield { name, modified_ms: found.mtimeMs };
  }
}
