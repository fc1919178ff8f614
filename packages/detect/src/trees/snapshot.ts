import type { FileState } from '@assay/schema';
import { readGitFolder } from './git-folder.ts';
import type { ObjectSink } from './object-store.ts';
import { resolveLinks } from './resolve-links.ts';
import { type Stamp, trustsStamps } from './stamp.ts';
import { walkTree } from './walk-tree.ts';

/** What a workspace held at one moment. Its content is in the store it was taken into. */
export interface Snapshot {
  /** The git id of everything in it but `.git`. */
  readonly tree: string;
  /** By path; folders too, as git does not know the empty ones. Names that are not UTF-8 are as `formatName` says. */
  readonly files: ReadonlyMap<string, FileState>;
  /** Links that lead out of the workspace, or into a part of it that was not looked at. */
  readonly escapes: ReadonlySet<string>;
  /** Folders that are repositories of their own; the workspace itself is not listed. */
  readonly repositories: ReadonlySet<string>;
  /** The id of the content of `.git/info/exclude`. */
  readonly exclude: string | null;
  /** A digest of what of `.git` makes programs run: hooks, configuration, attributes. Null without a repository. */
  readonly git_metadata: string | null;
  /** How files looked when they were read, where that is enough to know that they were not written to since. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  readonly warnings: readonly string[];
}

interface SnapshotOptions {
  /** What the folder is called inside the sandbox, for links with an absolute target. */
  readonly known_as?: string;
  readonly signal?: AbortSignal;
}

/**
 * Hashes a workspace into a store. Asks no git, index, attribute, ignore rule or configuration; follows no link.
 * Given the snapshot before, of the same store, files that were not written to since the first are not read again.
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
    // only those from before an agent ran: one that still runs can write unseen to memory it had mapped
    stamps: previous?.stamps ?? walked.stamps,
    warnings: walked.warnings,
  };
}
