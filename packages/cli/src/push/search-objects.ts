import { stat } from 'node:fs/promises';
import { runGit } from '@assay/detect';
import type { OutgoingRedactor } from './redact-outgoing.ts';

// longer than any secret, so that one on the edge of two chunks is found
const OVERLAP = 16 * 1024;
const WINDOW = 1024 * 1024;

/** Why the objects of a repository must not be sent; null if they may be, or if there are none. */
export async function searchObjects(git_dir: string, redactor: OutgoingRedactor): Promise<string | null> {
  if (!(await stat(git_dir).catch(() => undefined))?.isDirectory()) return null;
  let [held, found] = ['', false];
  const search = (least: number): void => {
    if (found || held.length < least) return;
    found = redactor.finds(held);
    held = held.slice(-OVERLAP);
  };
  const { exit_code } = await runGit(['cat-file', '--batch-all-objects', '--unordered', '--batch'], {
    git_dir,
    onStdout: (chunk) => {
      held += chunk.toString('latin1');
      search(WINDOW);
      return !found;
    },
  });
  search(1);
  if (found) return 'contains a secret';
  return exit_code === 0 ? null : 'cannot be searched for secrets';
}
