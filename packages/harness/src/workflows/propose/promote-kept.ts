import { AssayError, type ComparedSide, type Comparison } from '@assay/schema';
import { listBlockers } from './list-blockers.ts';
import { type PromoteOptions, type PromotionOutcome, promote } from './promote.ts';
import { requireWayIn } from './propose.ts';

export interface PromoteKeptOptions extends Omit<PromoteOptions, 'baseline' | 'candidate' | 'comparison'> {
  readonly comparison: Comparison;
}

// trouble that is nothing to do with the comparison or the repository, and may have passed when it is tried again
const PASSING: readonly AssayError['code'][] = ['remote_unavailable', 'rate_limited', 'interrupted', 'internal'];

/**
 * Promotes a comparison that was kept, from the commits that it names. Asked by somebody who cannot call it another way,
 * so that whatever `promote` refuses to look at is a blocker like any other; a plan also says whether there is a way in.
 */
export async function promoteKept({ comparison, ...options }: PromoteKeptOptions): Promise<PromotionOutcome> {
  const refuse = (blockers: readonly string[]) => ({ promote: false, blockers, comparison, proposal: null });
  const [baseline, candidate] = [commitOf(comparison.baseline), commitOf(comparison.candidate)];
  try {
    if (baseline === null || candidate === null)
      return refuse([...listUncommitted(comparison), ...(await listBlockers(comparison, null, options))]);
    const outcome = await promote({ ...options, baseline, candidate, comparison });
    if (outcome.promote && !options.yes) await requireWayIn(options);
    return outcome;
  } catch (fault) {
    if (fault instanceof AssayError && !PASSING.includes(fault.code)) return refuse([fault.message]);
    throw fault;
  }
}

// a name may have moved since; what is no id is none that was compared
const commitOf = ({ configuration }: ComparedSide): string | null =>
  /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(configuration?.commit ?? '') ? (configuration?.commit ?? null) : null;

const listUncommitted = (comparison: Comparison): string[] =>
  (['baseline', 'candidate'] as const)
    .filter((side) => commitOf(comparison[side]) === null)
    .map((side) => `the runs of the ${side} are not of a commit`);
