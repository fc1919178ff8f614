import type { ChangedPath } from '@assay/schema';

const AFFIXES = /^(?:tests?[_-])|(?:[_.-](?:tests?|spec|specs|cy|e2e))+$|(?<=\p{Ll})(?:Tests?|TestCase|Spec|IT)$/gu;

/**
 * Test files that went together with the file they tested: deleted both, the one named after the other, and nothing of
 * that name anywhere else.
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

/** The name of what a file holds or tests, without folders, endings and what makes it a test. */
function unitOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return stem.replace(AFFIXES, '').toLowerCase();
}
