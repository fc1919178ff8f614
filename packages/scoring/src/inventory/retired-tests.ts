import type { ChangedPath } from '@assay/schema';

const AFFIXES = /^(?:tests?[_-])|(?:[_.-](?:tests?|spec|specs|cy|e2e))+$|(?<=\p{Ll})(?:Tests?|TestCase|Spec|IT)$/gu;

/**
 * Test files deleted together with the file they tested, which has the matching name. No other changed file may have
 * that name.
 */
export function findRetired(
  changes: readonly ChangedPath[],
  testFiles: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const { path, change } of changes) {
    if (change === 'deleted' && !testFiles.has(path)) gone.set(unitOf(path), path);
  }
  for (const { path, change } of changes) if (change !== 'deleted') gone.delete(unitOf(path));
  const retired = new Map<string, string>();
  for (const { path, change } of changes) {
    const source = gone.get(unitOf(path));
    if (change === 'deleted' && testFiles.has(path) && source !== undefined) retired.set(path, source);
  }
  return retired;
}

/** The name of the unit that a file contains or tests, without folders, extensions and test affixes. */
function unitOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return stem.replace(AFFIXES, '').toLowerCase();
}
