import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AssayError } from '@assay/schema';
import { canonicalDigest } from './canonical-json.ts';

/** The digest of a file or folder: names, contents, executable bits, link targets. */
export async function digestPath(path: string): Promise<string> {
  try {
    return canonicalDigest(await describe(path));
  } catch (cause) {
    throw new AssayError('unreadable_file', `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

async function describe(path: string): Promise<unknown> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return { link: await readlink(path) };
  if (found.isDirectory()) {
    const names = (await readdir(path)).filter((name) => name !== '.git').sort();
    const entries: [string, unknown][] = [];
    for (const name of names) entries.push([name, await describe(join(path, name))]);
    return { folder: entries };
  }
  if (!found.isFile()) throw new Error('expected a file, a folder or a link');
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { file: hash.digest('hex'), runs: (found.mode & 0o100) !== 0 };
}
