import type { FileState } from '@assay/schema';
import { readGitFolder } from './git-folder.ts';
import type { ObjectSink } from './object-store.ts';
import { resolveLinks } from './resolve-links.ts';
import { type Stamp, trustsStamps } from './stamp.ts';
import { walkTree } from './walk-tree.ts';

/** The state of a workspace at one moment. Its content is in the object store. */
export interface Snapshot {
  /** The git tree id of everything except `.git`. */
  readonly tree: string;
  /** By path, with folders, because git has no empty ones. For names that are not UTF-8 see `formatName`. */
  readonly files: ReadonlyMap<string, FileState>;
  /** Links that lead out of the workspace, or into a part that was not read. */
  readonly escapes: ReadonlySet<string>;
  /** Nested repositories, without the workspace itself. */
  readonly repositories: ReadonlySet<string>;
  /** The id of the content of `.git/info/exclude`. */
  readonly exclude: string | null;
  /** A digest of the parts of `.git` that can run programs: hooks, configuration, attributes. Null without a repository. */
  readonly git_metadata: string | null;
  /** Stamps of files for which a stamp proves that they were not written to since. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  readonly warnings: readonly string[];
}

interface SnapshotOptions {
  /** Path of the folder inside the sandbox, for links with an absolute target. */
  readonly known_as?: string;
  readonly signal?: AbortSignal;
}

/**
 * Hashes a workspace into a store, without git, index, attributes, ignore rules or configuration, and without following
 * links. With the previous snapshot of the same store, files not written to since the first one are not read again.
 */
export async function takeSnapshot(
  folder: string,
  store: ObjectSink,
  previous?: Snapshot,
  { known_as, signal }: SnapshotOptions = {},
): Promise<Snapshot> {
  const started_ms = Date.now();
  const walked = await walkTree(folder, {
    store,
    known: previous?.stamps ?? new Map(),
    started_ms,
    saveStamps: previous === undefined && trustsStamps(folder),
    ...(signal === undefined ? {} : { signal }),
  });
  const roots = known_as === undefined ? [folder] : [folder, known_as];
  const escapes = await resolveLinks(walked.root, { files: walked.files, roots });
  const repository = readGitFolder(folder, store);
  store.flush();
  return {
    tree: walked.tree,
    files: walked.files,
    escapes,
    repositories: walked.repositories,
    ...repository,
    // only stamps from before an agent ran: a running agent can write unseen through mapped memory
    stamps: previous?.stamps ?? walked.stamps,
    warnings: walked.warnings,
  };
}
