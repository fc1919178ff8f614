import {
  type ArtifactChange,
  AssayError,
  type ComparedRun,
  type ComparedSide,
  type ComparedTask,
  type Comparison,
  createId,
  parse,
  SequentialVerdict,
  Thresholds,
  toUsd,
  Verdict,
} from '@assay/schema';
import { costOfRuns, countMoreRuns, meanRunCost, score, wilson } from '@assay/scoring';
import { type Host, instant } from '../../contracts/host.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import type { MeasuredRun } from './measured-run.ts';
import { nameAgents, type PairedRuns, pairRuns, taskNamer } from './pair-runs.ts';
import { describeSecondStage, PLANNED, prepareFresh, type SecondStageRuns } from './second-stage.ts';
import { type PreparedInput, prepareInput } from './verdict-input.ts';

export interface CompareRunsOptions {
  readonly baseline: ComparedRuns;
  readonly candidate: ComparedRuns;
  readonly thresholds?: Partial<Thresholds>;
  /** The number of this look and of all planned ones; null for a single look. */
  readonly look: { readonly taken: number; readonly planned: number } | null;
  readonly differences: readonly ArtifactChange[];
  readonly seed: string | null;
  /** Digests of the proven tasks. */
  readonly proven: ReadonlySet<string>;
  /** Runs that cannot be used, besides failed ones. */
  readonly unused?: readonly UnusedRun[];
  /** The runs of the second stage; default: none yet. Null if it is turned off. */
  readonly second?: SecondStageRuns | null;
  readonly comparison_id?: Comparison['comparison_id'];
  readonly host: Pick<Host, 'now' | 'entropy'>;
}

export interface UnusedRun extends MeasuredRun {
  readonly of: 'baseline' | 'candidate';
  readonly reason: string;
}

/** One side of a comparison with its runs. */
export interface ComparedRuns {
  readonly label: string;
  readonly runs: readonly MeasuredRun[];
}

/** Compares existing runs. Throws `conflict` if the sides are not comparable. */
export function compareRuns(options: CompareRunsOptions): Comparison {
  const { baseline, candidate, look, host, unused = [], second = PLANNED } = options;
  for (const side of [baseline, candidate]) refuseTwice(side);
  const nameTask = taskNamer(baseline.runs, candidate.runs);
  const tasks = pairRuns(baseline.runs, candidate.runs, nameTask);
  const prepared = prepareInput(tasks);
  const thresholds = parse(Thresholds, options.thresholds ?? {});
  const fresh = prepareFresh(second, nameTask);
  const input = {
    baseline: prepared.baseline,
    candidate: prepared.candidate,
    thresholds,
    ...(fresh === undefined ? {} : { confirmation: fresh.input }),
  };
  const decided = decide(input, look);
  const { looks } = decided;
  const verdict = withErrors(decided.verdict, { baseline, candidate });
  const all = [...baseline.runs, ...candidate.runs, ...(fresh?.runs ?? [])];
  const settled = looks?.settled ?? verdict.underpowered !== true;
  const described = tasks.map((task) => describeTask(task, { prepared, proven: options.proven }));
  const confirmation = describeSecondStage(verdict, {
    tasks: described,
    fresh: (fresh?.tasks ?? []).map((task) =>
      describeTask(task, { prepared: fresh?.prepared ?? prepared, proven: options.proven }),
    ),
    cut_short: second?.cut_short,
    sides: { baseline: describeSide(baseline), candidate: describeSide(candidate) },
    made_before: options.seed === null,
  });
  return {
    comparison_id: options.comparison_id ?? createId('cmp', { time_ms: host.now(), entropy: host.entropy(10) }),
    created_at: instant(host.now()),
    baseline: describeSide(baseline),
    candidate: describeSide(candidate),
    differences: [...options.differences],
    seed: options.seed,
    looks,
    tasks: described,
    left_out: [
      ...prepared.left_out,
      ...(fresh?.prepared.left_out ?? []),
      ...unused.map(({ run_id, of: side, scenario: task_id, reason }) => ({ run_id, side, task_id, reason })),
    ],
    judged: prepared.judged,
    input,
    input_digest: canonicalDigest(input),
    verdict,
    spent_usd: toUsd(sumKnown([...all, ...unused].map(({ cost_usd_micros }) => cost_usd_micros))),
    to_settle: settled ? null : estimateRunsToSettle(verdict, described),
    ...(confirmation === undefined ? {} : { confirmation }),
  };
}

// a duplicate run would make a difference look more certain
function refuseTwice({ label, runs }: ComparedRuns): void {
  const seen = new Set<string>();
  for (const { run_id } of runs) {
    if (seen.has(run_id)) throw new AssayError('conflict', `${label} contains the run ${run_id} twice; name it once`);
    seen.add(run_id);
  }
}

// named, because the rule for single runs would take one run against one run for a gain
function decide(
  input: Comparison['input'],
  look: CompareRunsOptions['look'],
): { verdict: Verdict; looks: Comparison['looks'] } {
  if (look === null) return { verdict: Verdict.parse(score('verdict@3', input)), looks: null };
  const { settled, alpha, ...verdict } = SequentialVerdict.parse(score('sequential', { ...input, look }));
  return { verdict, looks: { ...look, settled, alpha } };
}

/** Runs that erred are in no figure: a side could look better by not being counted. */
function withErrors(verdict: Verdict, sides: Record<'baseline' | 'candidate', ComparedRuns>): Verdict {
  const [before, after] = [countErrors(sides.baseline), countErrors(sides.candidate)];
  if (before.errors * after.runs === after.errors * before.runs) return verdict;
  const say = ({ errors, runs }: typeof before) => `${errors} of ${runs}`;
  const uneven_errors = `${say(before)} runs of the baseline erred, and ${say(after)} of the candidate`;
  const held = verdict.verdict === 'improved' ? { verdict: 'neutral' as const, promote: false } : {};
  const warning = `${uneven_errors}: nothing is called improved`;
  return { ...verdict, ...held, uneven_errors, warnings: [warning, ...verdict.warnings] };
}

const countErrors = ({ runs }: ComparedRuns) => ({
  errors: runs.filter(({ obstacle }) => obstacle !== null).length,
  runs: runs.length,
});

function describeSide({ label, runs }: ComparedRuns): ComparedSide {
  const [first, ...others] = new Map(runs.map(({ configuration }) => [configuration?.digest, configuration])).values();
  // runs of several configurations have no single one
  return { label, agents: nameAgents(runs), configuration: others.length > 0 ? null : (first ?? null) };
}

interface Described {
  readonly prepared: PreparedInput;
  readonly proven: ReadonlySet<string>;
}

function describeTask(task: PairedRuns, { prepared, proven }: Described): ComparedTask {
  const { task_id, scenario, agent } = task;
  const [first] = [...task.baseline, ...task.candidate];
  const task_digest = first?.task_digest ?? '';
  const side = (name: 'baseline' | 'candidate') =>
    measureSide(
      prepared[name].filter((run) => run.task_id === task_id),
      task[name].filter(({ obstacle }) => obstacle === null),
    );
  return {
    task_id,
    scenario,
    agent,
    task_digest,
    proven: proven.has(task_digest),
    baseline: side('baseline'),
    candidate: side('candidate'),
  };
}

function measureSide(compared: readonly ComparedRun[], runs: readonly MeasuredRun[]): ComparedTask['baseline'] {
  const composites = compared.flatMap(({ composite }) => composite ?? []);
  const sum = composites.reduce((all, composite) => all + composite, 0);
  const checks = compared.flatMap((run) => run.checks ?? []);
  const count = (field: 'passed' | 'total') => checks.reduce((all, { [field]: value }) => all + (value ?? 0), 0);
  const mean = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0) / known.length;
  };
  return {
    run_ids: runs.map(({ run_id }) => run_id),
    composite: composites.length === 0 ? null : sum / composites.length,
    // of all distributions on 0 to 1 with this mean, pass/fail has the largest spread, so the interval holds
    // for all
    interval: composites.length === 0 ? null : wilson(sum, composites.length),
    passed: count('passed'),
    checks: count('total'),
    cost_usd: toUsd(mean(runs.map(({ cost_usd_micros }) => cost_usd_micros))),
    wall_ms: mean(runs.map(({ wall_ms }) => wall_ms)),
  };
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
}

/** How many more runs, and at what cost, would settle a comparison; null if unknown. */
function estimateRunsToSettle(verdict: Verdict, tasks: readonly ComparedTask[]): Comparison['to_settle'] {
  const runs = runsToSettle(verdict);
  return runs === null ? null : { runs, cost_usd: costOfRuns(runs, meanRunCost(tasks)) };
}

function runsToSettle({ runs_needed, deltas, confirmation }: Verdict): number | null {
  if (runs_needed !== undefined) return countMoreRuns({ deltas }, runs_needed);
  // only suspected tasks: fresh runs of these
  const open = confirmation?.tasks.filter(({ status }) => status === 'suspected') ?? [];
  return confirmation === undefined || open.length === 0 ? null : 2 * open.length * confirmation.runs_needed;
}
