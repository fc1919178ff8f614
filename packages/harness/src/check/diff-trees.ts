import { AssayError } from '@assay/schema';
import { runGit } from '../workspace/git.ts';
import { MAX_CHANGED_FILES } from './change.ts';
import { toPath } from './tree-entries.ts';

/** One line of what git says about two trees. A side that is not there has mode 000000. */
export interface TreeDifference {
  readonly raw: string;
  readonly path: string;
  readonly before: { readonly mode: string; readonly oid: string };
  readonly after: { readonly mode: string; readonly oid: string };
}

export const ABSENT = '000000';

interface DiffOptions {
  readonly before: string;
  readonly after: string;
  readonly git_dir: string;
  readonly signal?: AbortSignal;
}

const NUL = 0;

/** What differs between two trees, in order. Only folders that differ are looked into. */
export async function diffTrees({ before, after, git_dir, signal }: DiffOptions): Promise<TreeDifference[]> {
  const command = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', before, after];
  const chunks: Buffer[] = [];
  let fields = 0;
  const { exit_code, last_words } = await runGit(command, {
    git_dir,
    ...(signal === undefined ? {} : { signal }),
    onStdout(chunk) {
      chunks.push(chunk);
      for (let at = chunk.indexOf(NUL); at >= 0; at = chunk.indexOf(NUL, at + 1)) fields++;
      return fields <= 2 * MAX_CHANGED_FILES;
    },
  });
  if (fields > 2 * MAX_CHANGED_FILES)
    throw new AssayError(
      'payload_too_large',
      `expected at most ${MAX_CHANGED_FILES} changed files, found more; check the change in parts`,
    );
  if (exit_code !== 0)
    throw new AssayError('unreadable_file', `the two sides cannot be compared: git says ${last_words}`);
  return parse(Buffer.concat(chunks).toString('latin1'));
}

function parse(output: string): TreeDifference[] {
  const parts = output.split('\0');
  const differences: TreeDifference[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [old_mode = '', mode = '', old_oid = '', oid = ''] = (parts[at] ?? '').slice(1).split(' ');
    const raw = parts[at + 1] ?? '';
    differences.push({
      raw,
      path: toPath(raw),
      before: { mode: old_mode, oid: old_oid },
      after: { mode, oid },
    });
  }
  return differences;
}
