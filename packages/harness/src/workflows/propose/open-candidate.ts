import { findRepository, requireGit } from '@assay/detect';
import { type ArtifactChange, AssayError } from '@assay/schema';
import { changesOutsideArtifacts } from '../configurations/candidate-changes.ts';
import { compareConfigurations } from '../configurations/compare-configurations.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { readConfiguration } from '../configurations/read-configuration.ts';
import type { FileChange } from './file-change.ts';

/** A candidate configuration and its baseline, as they are in the repository now. */
export interface Candidate {
  readonly baseline: Configuration;
  readonly candidate: Configuration;
  /** The base commit. */
  readonly base: string;
  readonly differences: readonly ArtifactChange[];
  /** Changes that turn the baseline's artifacts into the candidate's. */
  readonly changes: readonly FileChange[];
  readonly paths_outside_artifacts: readonly string[];
  /** The time of the candidate's commit, in milliseconds since 1970. */
  readonly committed_at_ms: number;
}

export interface CandidateOptions {
  readonly folder: string;
  /** Refs of the repository of the folder: only committed files can be proposed. */
  readonly baseline: string;
  readonly candidate: string;
}

/** Reads both sides from their commits, not from the work tree. */
export async function openCandidate({ folder, ...names }: CandidateOptions): Promise<Candidate> {
  const read = (side: 'baseline' | 'candidate') => readConfiguration(names[side], { label: side, folder });
  const [baseline, candidate] = [await read('baseline'), await read('candidate')];
  const [base, head] = [commitOf(baseline), commitOf(candidate)];
  const differences = compareConfigurations(baseline, candidate);
  return {
    baseline,
    candidate,
    base,
    differences,
    changes: differences.map(({ path }) => ({ path, file: candidate.files.get(path) ?? null })),
    paths_outside_artifacts: await changesOutsideArtifacts({ baseline: base, candidate: head, folder }),
    committed_at_ms: await readTime(head, findRepository(folder).git_dir),
  };
}

function commitOf({ ref }: Configuration): string {
  if (ref.commit !== null) return ref.commit;
  throw new AssayError('usage', `expected the ${ref.label} to be a commit, found ${ref.source}; commit it first`);
}

async function readTime(commit: string, git_dir: string): Promise<number> {
  const content = await requireGit('the candidate cannot be read', {
    command: ['cat-file', 'commit', commit],
    git_dir,
  });
  const [, seconds = '0'] = /^committer .*> (\d+) [+-]\d+$/m.exec(content.toString('latin1')) ?? [];
  return Number(seconds) * 1000;
}
