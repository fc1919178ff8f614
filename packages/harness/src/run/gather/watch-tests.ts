import { createHash } from 'node:crypto';
import { mayHoldTests, type Snapshot } from '@assay/detect';
import { readWorkspaceFile } from '../../machine/workspace/read-workspace-file.ts';

const MOST_WATCHED = 5000;
const LARGEST_BYTES = 1024 * 1024;

/** The test files that a change left as they were: no command has a reason to write them. */
export const listUnchangedTests = (baseline: Snapshot, changed: Pick<Snapshot, 'files'> = baseline): string[] =>
  [...baseline.files]
    .filter(([path, { kind, oid }]) => kind === 'file' && mayHoldTests(path) && changed.files.get(path)?.oid === oid)
    .map(([path]) => path)
    .slice(0, MOST_WATCHED);

/** Notes the content of files, and returns a function that lists those with another content. */
export function watchContent(folder: string, paths: readonly string[]): () => string[] {
  const digest = (path: string): string | null => {
    const content = readWorkspaceFile(folder, path, LARGEST_BYTES);
    return content === null ? null : createHash('sha256').update(content).digest('hex');
  };
  const before = paths.map((path) => [path, digest(path)] as const);
  return () => before.filter(([path, known]) => known !== null && digest(path) !== known).map(([path]) => path);
}
