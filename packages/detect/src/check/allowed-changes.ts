import { type AllowedTestChange, AllowedTestChanges } from '@assay/schema';
import type { Change } from '../repository/change.ts';
import { parseList } from '../repository/parse-list.ts';

const FILES = ['yaml', 'yml', 'json'].map((ending) => `.assay/allowed-test-changes.${ending}`);

/** Test changes that the base allows. Edits of this file in the change have no effect. */
export async function readAllowedChanges(change: Change): Promise<readonly AllowedTestChange[]> {
  const found = await Promise.all(FILES.map(async (name) => ({ name, content: await change.readBase(name) })));
  return found.flatMap(({ name, content }) =>
    content === null ? [] : parseList(content, { name: `${name} of the base`, schema: AllowedTestChanges }),
  );
}
