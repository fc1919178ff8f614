import { AssayError, type Comparison, createId, type Thresholds } from '@assay/schema';
import { compareConfigurations, createOverlays } from '../configurations/compare-configurations.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { readConfiguration } from '../configurations/read-configuration.ts';
import { withoutSkill } from '../configurations/without-skill.ts';
import { type Compare, comparePair } from './confirm-comparison.ts';
import { type MakeSidesOptions, type OpenedSides, openSides } from './open-sides.ts';

export interface RunComparisonOptions extends Omit<MakeSidesOptions, 'sides' | 'rounds' | 'invocation'> {
  /** A git ref of the repository of `folder`, or a folder: the agent configuration of each side. */
  readonly baseline: string;
  readonly candidate: string;
  /** The baseline is the candidate without this skill. */
  readonly skill?: string;
  /** Runs per task and side; the maximum if sequential. */
  readonly repeat: number;
  /** Whether to look after every round, and stop once the verdict is settled. */
  readonly sequential: boolean;
  /** Whether to run suspected losses again to confirm them. */
  readonly confirm: boolean;
  readonly thresholds?: Partial<Thresholds>;
  /** Called for every look except the last. */
  readonly onLook?: (comparison: Comparison) => void;
}

/**
 * Runs the same tasks under two configurations, interleaved in random order, and compares them. Saves the
 * result in `.assay/comparisons`.
 */
export async function runComparison(options: RunComparisonOptions): Promise<Comparison> {
  const { host, repeat, sequential } = options;
  if (sequential && repeat < FIRST_LOOK)
    throw new AssayError('usage', `a sequential comparison needs at least ${FIRST_LOOK} rounds, found ${repeat}`);
  const [before, after] = await readSides(options);
  const [baseline, candidate] = createOverlays(before, after);
  const comparison_id = createId('cmp', { time_ms: host.now(), entropy: host.entropy(10) });
  const seed = options.seed ?? comparison_id;
  await using sides = await openSides({
    ...options,
    seed,
    invocation: comparison_id,
    rounds: repeat,
    sides: [
      { label: `${comparison_id}/baseline`, overlay: baseline },
      { label: `${comparison_id}/candidate`, overlay: candidate },
    ],
  });
  const pair = {
    ...options,
    sides,
    seed,
    comparison_id,
    baseline: {
      side: 0,
      label: options.skill === undefined ? before.ref.source : `${after.ref.source} without ${options.skill}`,
    },
    candidate: { side: 1, label: after.ref.source },
    differences: compareConfigurations(before, after),
  };
  return await comparePair(pair, (compare) => (sequential ? lookByRound : lookOnce)({ ...options, sides, compare }));
}

// a single baseline run is no reference for cost
const FIRST_LOOK = 2;

interface Looking extends Pick<RunComparisonOptions, 'repeat' | 'onLook'> {
  readonly sides: OpenedSides;
  readonly compare: Compare;
}

// a budget may reduce the rounds, but not turn repeats into single runs
async function lookOnce({ sides, compare, repeat }: Looking): Promise<Comparison> {
  await sides.make(repeat);
  sides.requireRounds(Math.min(repeat, 2));
  return compare(null);
}

async function lookByRound({ sides, compare, repeat, onLook }: Looking): Promise<Comparison> {
  const planned = repeat - FIRST_LOOK + 1;
  await sides.make(FIRST_LOOK);
  sides.requireRounds(FIRST_LOOK);
  for (let taken = 1; ; taken++) {
    const comparison = compare({ taken, planned });
    if (comparison.looks?.settled === true || taken === planned) return comparison;
    const rounds = sides.rounds();
    await sides.make(FIRST_LOOK + taken);
    // budget used up: this is the last look
    if (sides.rounds() === rounds) return compare({ taken, planned });
    onLook?.(comparison);
  }
}

async function readSides({ folder, ...options }: RunComparisonOptions): Promise<[Configuration, Configuration]> {
  const candidate = await readConfiguration(options.candidate, { label: 'candidate', folder });
  if (options.skill !== undefined) return [withoutSkill(candidate, options.skill), candidate];
  return [await readConfiguration(options.baseline, { label: 'baseline', folder }), candidate];
}
