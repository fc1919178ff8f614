import { chmodSync, realpathSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parsePath, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { isArtifact } from './artifacts.ts';
import { makeFolder } from './make-folder.ts';
import type { ArtifactFile, ConfigurationOverlay } from './overlay.ts';
import { removeTree } from './remove-tree.ts';

/**
 * Puts a configuration on a workspace in which nothing runs: its files with their modes, and none of those that must
 * not be there. Whatever stands in the way is removed, and no link is followed. A link that leads out of the workspace
 * is not kept, so that nothing of the machine steers an agent in a sandbox that hides nothing.
 */
export async function putOverlay(workspace: string, { files, absent }: ConfigurationOverlay): Promise<void> {
  for (const path of absent) await orFault(path, () => removeArtifact(workspace, namesOf(path)));
  for (const [path, file] of files)
    await orFault(path, () => writeArtifact(workspace, { file, names: namesOf(path), escapes: leadsOut(path, file) }));
  // each may lead on through others: they are looked at once all are there, and before any is gone
  const links = [...files].filter(([, { mode }]) => mode === '120000');
  const escaped = links.filter(([path, { content }]) => resolvesOutside(workspace, { names: namesOf(path), content }));
  for (const [path] of escaped) await orFault(path, () => removeArtifact(workspace, namesOf(path)));
}

function namesOf(path: string): string[] {
  // as it is on disk: what is escaped in text could lead elsewhere
  const written = parsePath(path).toString();
  if (isArtifact(written)) return written.split('/');
  throw new AssayError('unwritable_file', `expected the path of a file that steers agents, found ${quotePath(path)}`);
}

function leadsOut(path: string, { mode, content }: ArtifactFile): boolean {
  if (mode !== '120000') return false;
  const target = content.toString();
  return target.startsWith('/') || /^\.\.(\/|$)/.test(posix.join(posix.dirname(path), target));
}

function resolvesOutside(
  workspace: string,
  { names, content }: { readonly names: readonly string[]; readonly content: Buffer },
): boolean {
  const path = [workspace, ...names].join('/');
  const resolved = resolveExisting(path) ?? resolveNearest(`${posix.dirname(path)}/${content}`);
  const inside = realpathSync.native(workspace);
  return resolved !== inside && !resolved.startsWith(`${inside}/`);
}

function resolveExisting(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

// of what is not there, where it would be: name by name, as `..` after a link is not the folder that the link is in
function resolveNearest(path: string): string {
  return resolveExisting(path) ?? resolveNearest(posix.dirname(path));
}

// a link or file above it is removed as well: where the path is wanted, a folder takes the place of that
async function removeArtifact(workspace: string, names: readonly string[]): Promise<void> {
  const folders = foldersAbove(workspace, names);
  for (const folder of folders) if (!makeFolder(folder, false)) return;
  await removeTree([workspace, ...names].join('/'));
  // as git does, which has no empty folders
  for (const folder of folders.slice(1).toReversed()) if (!removeEmpty(folder)) return;
}

interface Wanted {
  readonly file: ArtifactFile;
  readonly names: readonly string[];
  readonly escapes: boolean;
}

async function writeArtifact(workspace: string, { file, names, escapes }: Wanted): Promise<void> {
  for (const folder of foldersAbove(workspace, names)) makeFolder(folder, true);
  const target = [workspace, ...names].join('/');
  await removeTree(target);
  if (escapes) return;
  if (file.mode === '120000') return symlinkSync(file.content, target);
  writeFileSync(target, file.content, { flag: 'wx', mode: 0o600 });
  chmodSync(target, file.mode === '100755' ? 0o755 : 0o644);
}

/** The workspace, and every folder in it that leads to these names, from the outside in. */
const foldersAbove = (workspace: string, names: readonly string[]): string[] =>
  names.map((_, depth) => [workspace, ...names.slice(0, depth)].join('/'));

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // something else is in it
    return false;
  }
}

async function orFault(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    const { message } = cause as Error;
    throw new AssayError('unwritable_file', `${quotePath(path)} cannot be put on the workspace: ${message}`, { cause });
  }
}
