import { chmodSync, realpathSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parsePath, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { isArtifact } from './artifacts.ts';
import { makeFolder } from './make-folder.ts';
import type { ArtifactFile, ConfigurationOverlay } from './overlay.ts';
import { removeTree } from './remove-tree.ts';

/**
 * Applies a configuration to a workspace in which nothing runs: writes its files with their modes and removes
 * the absent ones. Replaces whatever is in the way and follows no link. A link that leaves the workspace is
 * not kept, so that no file of the machine can steer an agent without isolation.
 */
export async function applyOverlay(workspace: string, { files, absent }: ConfigurationOverlay): Promise<void> {
  for (const path of absent) await orFault(path, () => removeArtifact(workspace, namesOf(path)));
  for (const [path, file] of files)
    await orFault(path, () => writeArtifact(workspace, { file, names: namesOf(path), escapes: leadsOut(path, file) }));
  // a link may lead through other links: check when all exist, before any is removed
  const links = [...files].filter(([, { mode }]) => mode === '120000');
  const escaped = links.filter(([path, { content }]) => resolvesOutside(workspace, { names: namesOf(path), content }));
  for (const [path] of escaped) await orFault(path, () => removeArtifact(workspace, namesOf(path)));
}

function namesOf(path: string): string[] {
  // unescaped as on disk: the escaped form could hide a different path
  const written = parsePath(path).toString();
  if (isArtifact(written)) return written.split('/');
  throw new AssayError('unwritable_file', `${quotePath(path)} is not the path of an agent configuration file`);
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

// resolves a missing path name by name, because `..` after a link is not the folder of the link
function resolveNearest(path: string): string {
  return resolveExisting(path) ?? resolveNearest(posix.dirname(path));
}

// also removes a link or file above it; if the path is wanted, a folder replaces it
async function removeArtifact(workspace: string, names: readonly string[]): Promise<void> {
  const folders = foldersAbove(workspace, names);
  for (const folder of folders) if (!makeFolder(folder, false)) return;
  await removeTree([workspace, ...names].join('/'));
  // as in git, which has no empty folders
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

/** The workspace and every folder on the path to these names, outermost first. */
const foldersAbove = (workspace: string, names: readonly string[]): string[] =>
  names.map((_, depth) => [workspace, ...names.slice(0, depth)].join('/'));

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // not empty
    return false;
  }
}

async function orFault(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    const { message } = cause as Error;
    throw new AssayError('unwritable_file', `${quotePath(path)} cannot be written to the workspace: ${message}`, {
      cause,
    });
  }
}
