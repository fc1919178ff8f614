import { closeSync, fstatSync, lstatSync, readSync } from 'node:fs';
import { openFolder } from '@assay/detect';
import { removeTree } from './remove-tree.ts';

/** The content of a workspace file, without following links; null if it is missing or too large. */
export function readWorkspaceFile(folder: string, path: string, max_bytes: number): Buffer | null {
  const names = path.split('/').map((name) => Buffer.from(name));
  const last = names.pop() ?? Buffer.alloc(0);
  using handles = new DisposableStack();
  try {
    let place = handles.use(openFolder(folder));
    for (const name of names) place = handles.use(place.openFolder(name));
    const descriptor = place.openFile(last);
    handles.defer(() => closeSync(descriptor));
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= max_bytes ? readDescriptor(descriptor, found.size) : null;
  } catch {
    // missing, a link or unreadable: the program did not write it
    return null;
  }
}

/** The content of an open file, up to this size. */
export function readDescriptor(descriptor: number, size_bytes: number): Buffer {
  const content = Buffer.alloc(size_bytes);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < size_bytes; filled += read)
    read = readSync(descriptor, content, filled, size_bytes - filled, filled);
  return content.subarray(0, filled);
}

/**
 * Removes a path of a workspace, unless it leads through a link, which `readWorkspaceFile` does not follow either.
 */
export async function removeWorkspacePath(folder: string, path: string): Promise<void> {
  const names = path.split('/');
  for (let depth = 1; depth < names.length; depth++) {
    const above = lstatSync(`${folder}/${names.slice(0, depth).join('/')}`, { throwIfNoEntry: false });
    if (above?.isDirectory() !== true) return;
  }
  await removeTree(`${folder}/${path}`);
}
