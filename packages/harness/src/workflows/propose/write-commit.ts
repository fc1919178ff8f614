import { ABSENT, diffTrees, quotePath, requireGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { editTree, type TreeEdit } from './edit-tree.ts';
import { type FileChange, splitPath } from './file-change.ts';
import { markMessage } from './made-here.ts';

export interface CommitContent {
  /** The base commit. */
  readonly base: string;
  readonly changes: readonly FileChange[];
  /** A mark of the tool is added to it. */
  readonly message: string;
  /** `Name <address>`. */
  readonly identity: string;
  /** Milliseconds since 1970; the same content at the same time gives the same commit. */
  readonly committed_at_ms: number;
}

/**
 * Writes a commit of the base with exactly these changes, and returns its ID. Adds only objects: no ref
 * moves, and index and work tree are not used. The commit is not signed.
 */
export async function writeCommit(content: CommitContent, git_dir: string): Promise<string> {
  const { base, changes, message, identity, committed_at_ms } = content;
  const named = new Map(changes.map((change) => [change.path, change]));
  if (named.size !== changes.length) throw new AssayError('invalid_input', 'a path appears twice among the changes');
  const edits = new Map<readonly string[], TreeEdit>();
  for (const { path, file } of changes)
    edits.set(splitPath(path), file && { mode: file.mode, oid: await writeObject('blob', file.content, git_dir) });
  const before = await getTree(base, git_dir);
  const tree = await editTree(before, { edits, git_dir });
  await requireExactly(named, { before, after: tree, git_dir });
  const when = `${Math.floor(committed_at_ms / 1000)} +0000`;
  const lines = [`tree ${tree}`, `parent ${base}`, `author ${identity} ${when}`, `committer ${identity} ${when}`];
  return await writeObject(
    'commit',
    Buffer.from(`${lines.join('\n')}\n\n${markMessage(message, { tree, parent: base })}\n`),
    git_dir,
  );
}

async function writeObject(kind: 'blob' | 'commit', content: Buffer, git_dir: string): Promise<string> {
  const written = await requireGit(`a ${kind} cannot be written`, {
    // unchanged: no filter or line ending of any configuration
    command: ['hash-object', '-t', kind, '-w', '--stdin', ...(kind === 'blob' ? ['--no-filters'] : [])],
    git_dir,
    input: content,
  });
  return written.toString('latin1').trim();
}

async function getTree(commit: string, git_dir: string): Promise<string> {
  const command = ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`];
  const found = await requireGit(`the commit ${commit} cannot be read`, { command, git_dir });
  return found.toString('latin1').trim();
}

// verifies the commit, so that no other path is ever pushed
async function requireExactly(
  named: ReadonlyMap<string, FileChange>,
  sides: { readonly before: string; readonly after: string; readonly git_dir: string },
): Promise<void> {
  const differences = await diffTrees(sides);
  for (const { path, after } of differences) {
    const wanted = named.get(path);
    if (wanted === undefined || (wanted.file?.mode ?? ABSENT) !== after.mode)
      throw new AssayError('internal', `the commit must not change ${quotePath(path)}, but does`);
  }
  if (differences.length === 0)
    throw new AssayError('conflict', 'nothing to propose: the base already has all of these changes');
}
