import type { Snapshot } from '@assay/detect';
import { layOver, writeHidden } from '../../machine/workspace/hidden-files.ts';
import type { RunEnvironment } from '../execute/run-environment.ts';
import type { CleanTree } from './clean-tree.ts';
import type { GatherNeeds } from './gather-commands.ts';

type Needs = GatherNeeds & Pick<RunEnvironment, 'hidden'>;

/** Puts the hidden files into the workspace, in which nothing may run any more. The baseline of grading has them too. */
export async function revealHidden<T extends Needs>(environment: T): Promise<T> {
  const { hidden, store, scratch } = environment;
  if (hidden === null) return environment;
  const baseline = reveal(environment.baseline, hidden);
  await writeHidden(scratch.workspace, { store, baseline, hidden: hidden.files });
  return { ...environment, baseline };
}

/** A clean checkout with the hidden files. */
export const revealInCheckout = (clean: CleanTree, hidden: Snapshot | null): CleanTree =>
  hidden === null
    ? clean
    : { ...clean, baseline: reveal(clean.baseline, hidden), files: layOver(clean.files, hidden.files) };

const reveal = (snapshot: Snapshot, hidden: Snapshot): Snapshot => ({
  ...snapshot,
  files: layOver(snapshot.files, hidden.files),
});
