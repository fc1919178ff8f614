import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { AssayError, type Scenario } from '@assay/schema';
import { applyEdits, type Edit } from './apply-edits.ts';
import { applyPatch } from './apply-patch.ts';
import { parsePatch } from './parse-patch.ts';

/** The known solution of a scenario: the wanted files, or a patch. */
type Reference = { readonly edits: readonly Edit[] } | { readonly patch: Uint8Array };

/** Reads the solution of a scenario; undefined if it has none. */
export async function readReference(
  { oracle }: Pick<Scenario, 'oracle'>,
  base: string,
): Promise<Reference | undefined> {
  // what a script changes is known only after it ran
  if (oracle === undefined || typeof oracle === 'object') return undefined;
  const path = resolve(base, oracle);
  if ((await stat(path)).isDirectory()) return { edits: await readOverlay(path) };
  if (!/\.(patch|diff)$/.test(path))
    throw new AssayError('invalid_input', `Expected a folder, a .patch or a .diff, found ${path}`);
  return { patch: await readFile(path) };
}

/** Applies a solution. Returns the changed paths. */
export async function applyReference(workspace: string, reference: Reference): Promise<readonly string[]> {
  if ('patch' in reference) return await applyPatch(workspace, reference.patch);
  await applyEdits(workspace, reference.edits);
  return reference.edits.map(({ path }) => path);
}

/** The paths that the solution of a scenario changes; none if it has no solution. */
export async function listReference(scenario: Pick<Scenario, 'oracle'>, base: string): Promise<readonly string[]> {
  const reference = await readReference(scenario, base);
  if (reference === undefined) return [];
  if ('edits' in reference) return reference.edits.map(({ path }) => path);
  return parsePatch(reference.patch).flatMap(({ from }) => from ?? []);
}

async function readOverlay(folder: string): Promise<Edit[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() && !entry.isDirectory())
      throw new AssayError('invalid_input', `Expected regular files in the reference, found ${path}`);
    return entry.isFile() ? [path] : [];
  });
  return await Promise.all(
    paths.toSorted().map(async (path) => ({
      path: relative(folder, path).split(sep).join('/'),
      content: await readFile(path),
      executable: (await stat(path)).mode % 2 === 1,
    })),
  );
}
