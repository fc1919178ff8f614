import { listTree, MODES, openObjectReader, quotePath, readBlobs, readSizes, type TreePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { isArtifact } from '../../machine/workspace/artifacts.ts';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';
import { createArtifactBounds } from './artifact-bounds.ts';

/** The agent configuration files of a tree, by path. */
export async function readTreeArtifacts(tree: string, git_dir: string): Promise<Map<string, ArtifactFile>> {
  const entries = (await listTree(tree, git_dir)).filter(({ path }) => isArtifact(path));
  for (const entry of entries) refuseSubmodule(entry);
  const oids = entries.map(({ oid }) => oid);
  const bounds = createArtifactBounds();
  await using objects = openObjectReader(git_dir);
  const sizes = await readSizes(oids, objects);
  for (const [index, { path }] of entries.entries()) bounds.add(path, sizes[index] ?? 0);
  const blobs = await readBlobs(oids, { objects });
  return new Map(
    entries.map((entry) => {
      const content = blobs.get(entry.oid)?.content;
      if (content == null) throw new AssayError('unreadable_file', `${quotePath(entry.path)} cannot be read`);
      return [entry.path, { mode: modeOf(entry), content }];
    }),
  );
}

// if skipped, configurations that differ in it would look equal
function refuseSubmodule({ path, mode }: TreePath): void {
  if (mode !== MODES.submodule) return;
  throw new AssayError(
    'invalid_input',
    `expected files at ${quotePath(path)}, found a submodule, whose files are in another repository; use a folder that contains them`,
  );
}

// old trees have other modes, such as 100664, which git treats the same
const modeOf = ({ mode }: TreePath): ArtifactFile['mode'] =>
  mode === MODES.link ? MODES.link : (Number.parseInt(mode, 8) & 0o100) === 0 ? MODES.file : MODES.program;
