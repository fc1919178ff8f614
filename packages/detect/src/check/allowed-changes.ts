import { type AllowedTestChange, AllowedTestChanges } from '@assay/schema';
import type { Change } from '../repository/change.ts';

const FILES = ['yaml', 'yml', 'json'].map((ending) => `.assay/allowed-test-changes.${ending}`);

/** Test changes that the base allows. Edits of this file in the change have no effect. */
export async function readAllowedChanges(change: Change): Promise<readonly AllowedTestChange[]> {
  const found = await change.readBase(FILES);
  if (found.size === 0) return [];
  // loaded on demand: few repositories have such a file
  const { parseList } = await import('../repository/parse-list.ts');
  return [...found].flatMap(([name, content]) =>
    parseList(content, { name: `${name} of the base`, schema: AllowedTestChanges }),
  );
}
