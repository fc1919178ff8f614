import type { SelectedDiff } from '../diff/select-diff.ts';
import { fence } from '../text/fence.ts';

/** The list of changes, what is not shown, and the rest file by file. */
export function formatDiff(diff: SelectedDiff): string {
  if (diff.files.length === 0) return '# The change\nNothing changed in the workspace.';
  const missing = diff.omitted.length;
  return [
    `# The change: ${diff.files.length} files`,
    fence('changed files', diff.list),
    ...(diff.truncated || missing > 0
      ? [
          `Not all of it is shown: ${missing} of ${diff.files.length} files are only listed (generated, binary, or for lack of room)${diff.truncated ? ', and parts of others are left out where it says so' : ''}.`,
        ]
      : []),
    ...diff.shown.map(({ id, text }) => fence(`file ${id}`, text)),
  ].join('\n\n');
}
