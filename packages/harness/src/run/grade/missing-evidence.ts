import type { Evidence, ScorerSpec } from '@assay/schema';
import { commandsToRun, comparedCommands, listsIgnored, SCORERS, watchedPaths } from '@assay/scoring';
import { digestOf } from '../../scenarios/canonical-json.ts';

type Requests = ReturnType<typeof commandsToRun>;

/** What scorers read that the evidence of a run does not hold, but its trees can still tell. */
export interface MissingEvidence {
  /** In the order in which they are to be run: those that are missing, and what may prepare them. */
  readonly requests: Requests;
  readonly baseline_requests: Requests;
  /** The commands of them whose end is missing. */
  readonly commands: ReadonlySet<string>;
  readonly baseline_commands: ReadonlySet<string>;
  readonly paths: readonly string[];
  readonly inventory: boolean;
  readonly signals: boolean;
  readonly secrets: boolean;
  readonly ignored: boolean;
  /** The names of the scorers that read any of it. */
  readonly scorers: ReadonlySet<string>;
}

/** Compares what scorers read with what was gathered for those the run was made with. */
export function findMissing(evidence: Evidence, scorers: readonly ScorerSpec[]): MissingEvidence {
  const before = evidence.task.scenario.scorers;
  const all = commandsToRun(scorers);
  const missing = new Set(all.filter((request) => !isKnown(request, evidence)).map(({ name }) => name));
  const { requests: compared_requests, compared } = comparedCommands(scorers);
  const baseline = new Set(
    [...compared].filter((name) => missing.has(name) || !Object.hasOwn(evidence.baseline_commands, name)),
  );
  const watched = new Set(watchedPaths(before));
  const globsets = new Set(globsetsOf(before));
  const reads = (spec: ScorerSpec, key: keyof Evidence): boolean => itemOf(spec)?.requires.includes(key) ?? false;
  const needs = (spec: ScorerSpec) => ({
    commands: commandsOf(spec).some((name) => missing.has(name)),
    baseline_commands: baseline.has(itemOf(spec)?.compares?.(spec) ?? ''),
    paths: watchedPaths([spec]).filter((path) => !watched.has(path)),
    inventory:
      reads(spec, 'inventory') &&
      (evidence.inventory === null || globsetsOf([spec]).some((globset) => !globsets.has(globset))),
    signals: reads(spec, 'signals') && evidence.signals === null,
    secrets: reads(spec, 'secrets') && evidence.secrets === null,
    ignored: listsIgnored([spec]) && evidence.ignored_changes.changes === undefined,
  });
  const needed = scorers.map(needs);
  const any = (key: 'inventory' | 'signals' | 'secrets' | 'ignored'): boolean => needed.some((need) => need[key]);
  return {
    requests: upTo(all, missing),
    baseline_requests: upTo(compared_requests, baseline),
    commands: missing,
    baseline_commands: baseline,
    paths: [...new Set(needed.flatMap(({ paths }) => paths))],
    inventory: any('inventory'),
    signals: any('signals'),
    secrets: any('secrets'),
    ignored: any('ignored'),
    scorers: new Set(
      scorers
        .filter((_, index) =>
          Object.values(needed[index] ?? {}).some((need) => (Array.isArray(need) ? need.length > 0 : need)),
        )
        .map(({ name }) => name),
    ),
  };
}

const itemOf = ({ type }: ScorerSpec) => SCORERS.find((scorer) => scorer.type === type);

/** The command a scorer runs itself, or that of another scorer whose end it reads. */
export function commandsOf(spec: ScorerSpec): string[] {
  const item = itemOf(spec);
  return [item?.runs?.(spec).name, item?.looksUp?.(spec).command, item?.compares?.(spec)].filter(
    (name) => typeof name === 'string',
  );
}

// the end of another command by the same name says nothing of this one
function isKnown({ tests, ...request }: Requests[number], { task, commands }: Evidence): boolean {
  const evidence = Object.hasOwn(commands, request.name) ? commands[request.name] : undefined;
  const before = commandsToRun(task.scenario.scorers).find(({ name }) => name === request.name);
  if (evidence === undefined || before === undefined) return false;
  const { tests: looked_up, ...asked } = before;
  if (digestOf(asked) !== digestOf(request)) return false;
  // of a long report only the tests that were looked up are sure to be there
  const whole = [evidence, ...evidence.attempts].every(({ report }) => report?.truncated !== true);
  return whole || tests.every((test) => looked_up.includes(test));
}

// what is declared before may prepare what comes after, unless it leaves no trace
const upTo = (requests: Requests, missing: ReadonlySet<string>): Requests =>
  requests
    .slice(0, requests.findLastIndex(({ name }) => missing.has(name)) + 1)
    .filter(({ name, isolated }) => missing.has(name) || !isolated);

const globsetsOf = (scorers: readonly ScorerSpec[]): string[] =>
  scorers.flatMap((spec) =>
    'test_globset' in spec && spec.test_globset !== undefined ? [digestOf([spec.test_globset, spec.glob])] : [],
  );
