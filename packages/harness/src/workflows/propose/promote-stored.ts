import { AssayError, type ComparedSide, type Comparison } from '@assay/schema';
import { listUnmetConditions } from './list-unmet-conditions.ts';
import { type PromoteOptions, type PromotionOutcome, promote } from './promote.ts';
import { requireGithubAccess } from './propose.ts';

export interface PromoteStoredOptions extends Omit<PromoteOptions, 'baseline' | 'candidate' | 'comparison'> {
  readonly comparison: Comparison;
}

// temporary errors that are unrelated to the comparison or the repository
const PASSING: readonly AssayError['code'][] = ['remote_unavailable', 'rate_limited', 'interrupted', 'internal'];

/**
 * Promotes a stored comparison from the commits it names. Errors of `promote` become blockers, because the
 * caller cannot change the request. A plan also checks the access.
 */
export async function promoteStored({ comparison, ...options }: PromoteStoredOptions): Promise<PromotionOutcome> {
  const refuse = (blockers: readonly string[]) => ({ promote: false, blockers, comparison, proposal: null });
  const [baseline, candidate] = [commitOf(comparison.baseline), commitOf(comparison.candidate)];
  try {
    if (baseline === null || candidate === null)
      return refuse([...listUncommitted(comparison), ...(await listUnmetConditions(comparison, null, options))]);
    const outcome = await promote({ ...options, baseline, candidate, comparison });
    if (outcome.promote && !options.yes) await requireGithubAccess(options);
    return outcome;
  } catch (fault) {
    if (fault instanceof AssayError && !PASSING.includes(fault.code)) return refuse([fault.message]);
    throw fault;
  }
}

// refs may have moved since: only commit IDs count
const commitOf = ({ configuration }: ComparedSide): string | null =>
  /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(configuration?.commit ?? '') ? (configuration?.commit ?? null) : null;

const listUncommitted = (comparison: Comparison): string[] =>
  (['baseline', 'candidate'] as const)
    .filter((side) => commitOf(comparison[side]) === null)
    .map((side) => `the runs of the ${side} do not belong to a commit`);
