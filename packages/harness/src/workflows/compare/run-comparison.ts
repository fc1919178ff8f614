import { AssayError, type Comparison, createId, type Thresholds } from '@assay/schema';
import { compareConfigurations, overlaysOf } from '../configurations/compare-configurations.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { readConfiguration } from '../configurations/read-configuration.ts';
import { withoutSkill } from '../configurations/without-skill.ts';
import { compareRuns } from './compare-runs.ts';
import { saveComparison } from './comparison-files.ts';
import { type Compare, confirmComparison } from './confirm-comparison.ts';
import { type MakeSidesOptions, type OpenedSides, openSides } from './open-sides.ts';
import { PLANNED } from './second-stage.ts';

export interface RunComparisonOptions extends Omit<MakeSidesOptions, 'sides' | 'rounds' | 'invocation'> {
  /** A git ref of the repository that `folder` is in, or a folder: the files that steer the agents of each side. */
  readonly baseline: string;
  readonly candidate: string;
  /** The baseline is the candidate without this skill. */
  readonly skill?: string;
  /** Runs per task and side; in rounds, at most so many. */
  readonly repeat: number;
  /** Whether to look after every round, and stop as soon as the verdict is settled. */
  readonly sequential: boolean;
  /** Whether a task that is suspected to be lost is run again, to know. */
  readonly confirm: boolean;
  readonly thresholds?: Partial<Thresholds>;
  /** Told of every look but the last. */
  readonly onLook?: (comparison: Comparison) => void;
}

/**
 * Runs the same tasks under two configurations, side by side and in random order, and compares them. What comes back
 * is kept under `.assay/comparisons`.
 */
export async function runComparison(options: RunComparisonOptions): Promise<Comparison> {
  const { host, repeat, sequential } = options;
  if (sequential && repeat < FIRST_LOOK)
    throw new AssayError('usage', `expected at least ${FIRST_LOOK} rounds to look at as they come in, found ${repeat}`);
  const [before, after] = await readSides(options);
  const [baseline, candidate] = overlaysOf(before, after);
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
  // one run of each task is judged by a rule that has no doubt to settle
  const planned = options.confirm && repeat > 1 ? PLANNED : undefined;
  const compare: Compare = (look, second = planned, unused = []) =>
    compareRuns({
      baseline: {
        label: options.skill === undefined ? before.ref.source : `${after.ref.source} without ${options.skill}`,
        runs: sides.runsOf(0),
      },
      candidate: { label: after.ref.source, runs: sides.runsOf(1) },
      look,
      differences: compareConfigurations(before, after),
      seed,
      proven: sides.proven,
      unused: [...sides.unused(), ...unused],
      ...(second === undefined ? {} : { second }),
      comparison_id,
      host,
      ...(options.thresholds === undefined ? {} : { thresholds: options.thresholds }),
    });
  const comparison = await (sequential ? lookByRound : lookOnce)({ ...options, sides, compare });
  // whatever becomes of the second stage, this was paid for
  await saveComparison(sides.root, comparison);
  if (planned === undefined || comparison.verdict.confirmation === undefined) return comparison;
  const confirmed = await confirmComparison(comparison, { ...options, sides, compare });
  await saveComparison(sides.root, confirmed);
  return confirmed;
}

// a single run of the baseline is no yardstick for what runs cost
const FIRST_LOOK = 2;

interface Looking extends Pick<RunComparisonOptions, 'repeat' | 'onLook'> {
  readonly sides: OpenedSides;
  readonly compare: Compare;
}

// a budget may leave fewer rounds than were asked for, but not turn repeats into single runs
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
    // the budget is spent: what was seen last is what can be said
    if (sides.rounds() === rounds) return compare({ taken, planned });
    onLook?.(comparison);
  }
}

async function readSides({ folder, ...options }: RunComparisonOptions): Promise<[Configuration, Configuration]> {
  const candidate = await readConfiguration(options.candidate, { label: 'candidate', folder });
  if (options.skill !== undefined) return [withoutSkill(candidate, options.skill), candidate];
  return [await readConfiguration(options.baseline, { label: 'baseline', folder }), candidate];
}
