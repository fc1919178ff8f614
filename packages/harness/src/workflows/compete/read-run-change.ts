import { join } from 'node:path';
import { listTree, openObjectReader, quotePath } from '@assay/detect';
import { AssayError, type ChangedPath, type FileState } from '@assay/schema';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';
import type { RunWithGrade } from '../../run/folders/run-folders.ts';
import type { FileChange } from '../propose/file-change.ts';
import type { SeedBase } from './find-base.ts';

/** A file that a run changed, with its path in the repository. */
export interface RunChange extends FileChange {
  /** The content before; null if it did not exist. */
  readonly before: Buffer | null;
}

// changes are held in memory, and no forge accepts larger files
const MAX_CHANGE_BYTES = 100 * 1024 * 1024;
const MAX_NAMED = 5;

/**
 * The changes of a run relative to the commit it was seeded from. Throws if that commit differs from the
 * files the agent got, because the branch would contain untested code.
 */
export async function readRunChange({ folder, evidence }: RunWithGrade, base: SeedBase): Promise<RunChange[]> {
  const changed = evidence.changed_paths.filter(({ before, after }) => isFile(before) || isFile(after));
  const size_bytes = changed.reduce((sum, { before, after }) => sum + sizeOf(before) + sizeOf(after), 0);
  if (size_bytes > MAX_CHANGE_BYTES)
    throw new AssayError(
      'payload_too_large',
      `expected a change of at most ${MAX_CHANGE_BYTES} bytes, found ${size_bytes}`,
    );
  const wanted = await chooseFitting(changed, base);
  await using reader = openObjectReader(join(folder, 'trees.git'));
  const read = async (state: FileState): Promise<Buffer> => (await reader.read(state.oid)).content;
  const changes: RunChange[] = [];
  for (const { path, before, after } of wanted) {
    changes.push({
      path: pathIn(base, path),
      file: isFile(after) ? { mode: modeOf(after), content: await read(after) } : null,
      before: isFile(before) ? await read(before) : null,
    });
  }
  return changes;
}

// uncommitted files or files of setup are not in the base; removing them needs no change there
async function chooseFitting(changed: readonly ChangedPath[], base: SeedBase): Promise<ChangedPath[]> {
  const { git_dir } = base.repository;
  const committed = new Map(
    (await listTree(base.commit, git_dir)).map(({ path, mode, oid }) => [path, `${mode} ${oid}`]),
  );
  const found = ({ path }: ChangedPath) => committed.get(pathIn(base, path));
  const unfit = changed.filter((change) => {
    const started = isFile(change.before) ? `${change.before.mode} ${change.before.oid}` : undefined;
    const needless = found(change) === undefined && !isFile(change.after);
    return found(change) !== started && !needless;
  });
  if (unfit.length === 0) return changed.filter((change) => isFile(change.after) || found(change) !== undefined);
  const names = unfit.slice(0, MAX_NAMED).map(({ path }) => quotePath(path));
  const more = unfit.length > MAX_NAMED ? ` and ${unfit.length - MAX_NAMED} more` : '';
  throw new AssayError(
    'conflict',
    `the agent did not start from the committed files: ${names.join(', ')}${more} differ; commit the files of the seed, and do not change them in setup`,
  );
}

const isFile = (state: FileState | null): state is FileState => state !== null && state.kind !== 'folder';

const sizeOf = (state: FileState | null): number => (isFile(state) ? state.size_bytes : 0);

const pathIn = ({ folder }: SeedBase, path: string): string => (folder === '' ? path : `${folder}/${path}`);

function modeOf({ mode }: FileState): ArtifactFile['mode'] {
  if (mode === '100644' || mode === '100755' || mode === '120000') return mode;
  throw new AssayError('unreadable_file', `unexpected file mode ${mode}`);
}
