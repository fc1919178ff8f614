import { readdir, rm } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

/** Removes every `.git` (folder, file or link) at any depth. Follows no link. */
export async function removeRepositories(folder: string): Promise<void> {
  const folders: Buffer[] = [Buffer.from(folder)];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const child of await list(at)) {
      const path = Buffer.concat([at, SLASH, child.name]);
      if (child.name.equals(GIT)) await rm(path, { recursive: true, force: true });
      else if (child.isDirectory()) folders.push(path);
    }
  }
}

const SLASH = Buffer.from('/');
const GIT = Buffer.from('.git');

const list = (folder: Buffer) =>
  readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch((cause: Error) => {
    throw new AssayError('unreadable_file', `${folder.toString()} cannot be read: ${cause.message}`, { cause });
  });
