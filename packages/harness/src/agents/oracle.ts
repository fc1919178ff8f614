import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { AssayError } from '@assay/schema';
import { type BuiltInRequest, defineAgent } from '../contracts/agent.ts';
import { runBuiltInAction, textAction } from './built-in-action.ts';
import { applyEdits, type Edit } from './edits/apply-edits.ts';
import { applyPatch } from './edits/apply-patch.ts';

/** Applies the scenario's reference solution, a patch or a folder. A scenario that fails it is broken. */
export const oracle = defineAgent({
  kind: 'built-in',
  type: 'oracle',
  title: 'Applies the reference',
  honors: [],
  act: ({ scenario, workspace, base }: BuiltInRequest) =>
    runBuiltInAction(async () => {
      if (scenario.oracle === undefined) throw new AssayError('invalid_input', 'The scenario has no oracle');
      const paths = await applyReference(workspace, resolve(base, scenario.oracle));
      return textAction(`I applied the reference: ${paths.join(', ')}.`);
    }),
});

async function applyReference(workspace: string, reference: string): Promise<readonly string[]> {
  if ((await stat(reference)).isDirectory()) {
    const edits = await readOverlay(reference);
    await applyEdits(workspace, edits);
    return edits.map(({ path }) => path);
  }
  if (!/\.(patch|diff)$/.test(reference))
    throw new AssayError('invalid_input', `Expected a folder, a .patch or a .diff, found ${reference}`);
  return await applyPatch(workspace, await readFile(reference));
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
