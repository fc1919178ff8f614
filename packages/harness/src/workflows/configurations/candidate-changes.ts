import { diffTrees, findFork } from '@assay/detect';
import { isArtifact } from '../../machine/workspace/artifacts.ts';
import { openRefs } from './open-refs.ts';

interface CandidateChanges {
  /** Refs of the repository of the folder. */
  readonly baseline: string;
  readonly candidate: string;
  readonly folder: string;
}

/** Paths that a candidate changed since its fork point and that do not steer agents. */
export async function changesOutsideArtifacts({ baseline, candidate, folder }: CandidateChanges): Promise<string[]> {
  await using refs = await openRefs(folder);
  const base = await refs.resolve({ option: 'the baseline', name: baseline });
  const head = await refs.resolve({ option: 'the candidate', name: candidate });
  const fork = await findFork({ base, head }, refs);
  const differences = await diffTrees({ before: fork.tree, after: head.tree, git_dir: refs.git_dir });
  return differences.map(({ path }) => path).filter((path) => !isArtifact(path));
}
