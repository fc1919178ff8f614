import { type ArtifactChange, AssayError, type Comparison, type Thresholds } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { type CompareRunsOptions, compareRuns, type UnusedRun } from './compare-runs.ts';
import { saveComparison } from './comparison-files.ts';
import type { OpenedSides } from './open-sides.ts';
import type { SideCell } from './order-cells.ts';
import { taskNamer } from './pair-runs.ts';
import { PLANNED, type SecondStageRuns } from './second-stage.ts';

/** A side of a pair, as an index into the opened sides. */
interface PairSide {
  readonly side: number;
  readonly label: string;
}

export interface PairOptions {
  readonly sides: OpenedSides;
  readonly baseline: PairSide;
  readonly candidate: PairSide;
  readonly differences: readonly ArtifactChange[];
  readonly seed: string;
  readonly comparison_id: Comparison['comparison_id'];
  /** Whether to run suspected losses again to confirm them. */
  readonly confirm: boolean;
  readonly thresholds?: Partial<Thresholds>;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Called for every look except the last. */
  readonly onLook?: (comparison: Comparison) => void;
}

/** Compares the runs of two sides made so far, including fresh runs of a second stage. */
export type Compare = (
  look: CompareRunsOptions['look'],
  second?: SecondStageRuns,
  unused?: readonly UnusedRun[],
) => Comparison;

/**
 * Compares two of the opened sides: the first stage by `look`, then fresh runs of the suspected tasks. The one way of
 * every comparison that makes runs.
 */
export async function comparePair(
  { baseline, candidate, ...options }: PairOptions,
  look: (compare: Compare) => Comparison | Promise<Comparison>,
): Promise<Comparison> {
  const { sides, confirm } = options;
  const compare: Compare = (taken, second = PLANNED, unused = []) =>
    compareRuns({
      ...options,
      baseline: { label: baseline.label, runs: sides.runsOf(baseline.side) },
      candidate: { label: candidate.label, runs: sides.runsOf(candidate.side) },
      look: taken,
      proven: sides.proven,
      unused: [...unusedOf(sides, [baseline.side, candidate.side]), ...unused],
      second: confirm ? second : null,
    });
  const comparison = await look(compare);
  // saved before the second stage, because the runs were paid for
  await saveComparison(sides.root, comparison);
  if (!confirm || comparison.verdict.confirmation === undefined) return comparison;
  const pair = [baseline.side, candidate.side] as const;
  const confirmed = await confirmComparison(comparison, { ...options, pair, compare });
  await saveComparison(sides.root, confirmed);
  return confirmed;
}

const unusedOf = (sides: OpenedSides, [baseline, candidate]: readonly [number, number]): UnusedRun[] =>
  sides
    .unused()
    .filter(({ side }) => side === baseline || side === candidate)
    .map((run) => ({ ...run, of: run.side === baseline ? 'baseline' : 'candidate' }));

interface ConfirmOptions extends Pick<PairOptions, 'sides' | 'signal' | 'onLook'> {
  readonly pair: readonly [baseline: number, candidate: number];
  readonly compare: Compare;
}

const LOOKS = 2;

/**
 * The second stage: fresh runs of the suspected tasks on both sides, until each is proven or cleared, the
 * last look is taken, or the budget is used up. On an error, the result of the first stage stands.
 */
async function confirmComparison(first: Comparison, options: ConfirmOptions): Promise<Comparison> {
  const { sides, pair, compare, signal } = options;
  const { looks, verdict } = first;
  const { runs_needed = 0, runs_at_most = 0 } = verdict.confirmation ?? {};
  const isFor = cellMatcher(options);
  const remark = `suspected: ${[...listOpen(first)].join(', ')}; making ${runs_needed} to ${runs_at_most} fresh runs per task and side`;
  const again = sides.again({ sides: pair, rounds: runs_at_most, isWanted: isFor(listOpen(first)), remark });
  let comparison = first;
  for (let taken = 1; taken <= LOOKS && listOpen(comparison).size > 0; taken++) {
    if (taken > 1) options.onLook?.(comparison);
    try {
      await again.make(taken * runs_needed, isFor(listOpen(comparison)));
      const budget = again.exhausted();
      const second = { baseline: again.runsOf(0), candidate: again.runsOf(1) };
      // budget used up: this is the last look
      const end =
        budget === null
          ? { looks_taken: taken, cut_short: null }
          : {
              looks_taken: LOOKS,
              cut_short: { ended: 'budget' as const, reason: `the budget of ${budget} is used up` },
            };
      comparison = compare(looks, { ...second, ...end }, again.unused());
      if (budget !== null) return comparison;
    } catch (error) {
      if (!(error instanceof AssayError) || signal.aborted) throw error;
      const cut_short = { ended: 'not_made' as const, reason: `fresh runs could not be made (${error.message})` };
      return compare(looks, { looks_taken: 0, baseline: [], candidate: [], cut_short });
    }
  }
  return comparison;
}

/** Whether a cell belongs to one of these tasks, by the names that the comparison gives its tasks. */
function cellMatcher({ sides, pair }: ConfirmOptions): (task_ids: ReadonlySet<string>) => (cell: SideCell) => boolean {
  const [baseline, candidate] = pair;
  const nameOf = taskNamer(sides.runsOf(baseline), sides.runsOf(candidate));
  return (task_ids) =>
    ({ prepared, spec }) =>
      task_ids.has(nameOf({ scenario: prepared.task.scenario.name, agent: spec.id }));
}

// one proven loss decides the verdict, and the others need no runs
const listOpen = ({ verdict: { confirmation, verdict } }: Comparison): ReadonlySet<string> =>
  new Set(
    verdict === 'regressed'
      ? []
      : confirmation?.tasks.filter(({ status }) => status === 'suspected').map(({ task_id }) => task_id),
  );
