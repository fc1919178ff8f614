import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits } from './apply-edits.ts';

type Change = (path: string, text: string) => string | undefined | Promise<string | undefined>;

/** Changes text files of a workspace; missing ones are left out. Returns what they held before. */
export async function changeFiles(
  workspace: string,
  paths: readonly string[],
  change: Change,
): Promise<ReadonlyMap<string, string>> {
  const before = new Map<string, string>();
  for (const path of paths) {
    const text = await readFile(join(workspace, path), 'utf8').catch(() => undefined);
    const content = text === undefined ? undefined : await change(path, text);
    if (text === undefined || content === undefined) continue;
    before.set(path, text);
    await applyEdits(workspace, [{ path, content }]);
  }
  return before;
}
