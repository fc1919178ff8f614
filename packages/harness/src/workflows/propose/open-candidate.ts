import { findRepository, requireGit } from '@assay/detect';
import { type ArtifactChange, AssayError } from '@assay/schema';
import { changesOutsideArtifacts } from '../configurations/candidate-changes.ts';
import { compareConfigurations } from '../configurations/compare-configurations.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { readConfiguration } from '../configurations/read-configuration.ts';
import type { FileChange } from './file-change.ts';

/** A configuration that may take the place of another, as both are in the repository now. */
export interface Candidate {
  readonly baseline: Configuration;
  readonly candidate: Configuration;
  /** The commit to start from. */
  readonly base: string;
  readonly differences: readonly ArtifactChange[];
  /** What turns the artifacts of the baseline into those of the candidate. */
  readonly changes: readonly FileChange[];
  readonly paths_outside_artifacts: readonly string[];
  /** When the candidate was committed, in milliseconds since 1970. */
  readonly committed_at_ms: number;
}

export interface CandidateOptions {
  readonly folder: string;
  /** Refs of the repository that the folder is in: what is proposed has to have been committed. */
  readonly baseline: string;
  readonly candidate: string;
}

/** Reads both sides from their commits; the work tree has no part in it. */
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
  throw new AssayError(
    'usage',
    `expected the ${ref.label} to be a commit, found ${ref.source}; what is proposed has to be committed first`,
  );
}

async function readTime(commit: string, git_dir: string): Promise<number> {
  const content = await requireGit('the candidate cannot be read', {
    command: ['cat-file', 'commit', commit],
    git_dir,
  });
  const [, seconds = '0'] = /^committer .*> (\d+) [+-]\d+$/m.exec(content.toString('latin1')) ?? [];
  return Number(seconds) * 1000;
}
