import type { AllowedTestChange } from '@assay/schema';
import type { Change } from '../repository/change.ts';

const FILES = ['yaml', 'yml', 'json'].map((ending) => `.assay/allowed-test-changes.${ending}`);

/** Test changes that the base allows. Edits of this file in the change have no effect. */
export async function readAllowedChanges(change: Change): Promise<readonly AllowedTestChange[]> {
  const found = await change.readBase(FILES);
  if (found.size === 0) return [];
  const { parseAllowedChanges } = await import('./parse-allowed-changes.ts');
  return [...found].flatMap(([name, content]) => parseAllowedChanges(content, `${name} of the base`));
}
