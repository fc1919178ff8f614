import { type AllowedTestChange, AllowedTestChanges } from '@assay/schema';
import type { Change } from '../repository/change.ts';
import { parseList } from '../repository/parse-list.ts';

const FILES = ['yaml', 'yml', 'json'].map((ending) => `.assay/allowed-test-changes.${ending}`);

/** What the base allows to be done to tests. The change itself has no say in it: an edit of the file has no effect. */
export async function readAllowedChanges(change: Change): Promise<readonly AllowedTestChange[]> {
  const found = await Promise.all(FILES.map(async (name) => ({ name, content: await change.readBase(name) })));
  return found.flatMap(({ name, content }) =>
    content === null ? [] : parseList(content, { name: `${name} of the base`, schema: AllowedTestChanges }),
  );
}
