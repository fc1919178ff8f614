import { type Evidence, isCustomScorer, type ScorerSpec } from '@assay/schema';
import { commandsToRun, comparedCommands, listsIgnored, SCORERS, type Scorer, watchedPaths } from '@assay/scoring';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';

type Requests = ReturnType<typeof commandsToRun>;

/** Evidence that scorers need and that a run lacks, but that its trees can provide. */
export interface MissingEvidence {
  /** Commands to run in order: the missing ones and those that may prepare them. */
  readonly requests: Requests;
  readonly baseline_requests: Requests;
  /** The commands whose results are missing. */
  readonly commands: ReadonlySet<string>;
  readonly baseline_commands: ReadonlySet<string>;
  readonly paths: readonly string[];
  readonly inventory: boolean;
  readonly signals: boolean;
  readonly secrets: boolean;
  readonly ignored: boolean;
  /** The scorers that need any of it. */
  readonly scorers: ReadonlySet<string>;
}

/** Compares what scorers need with what was gathered for the run. */
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
    commands: listCommandNames(spec).some((name) => missing.has(name)),
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

const itemOf = ({ type }: ScorerSpec): Scorer | undefined => SCORERS.find((scorer) => scorer.type === type);

/** The command a scorer runs, and those of other scorers whose results it reads. */
export function listCommandNames(spec: ScorerSpec): string[] {
  const item = itemOf(spec);
  return [item?.runs?.(spec).name, item?.looksUp?.(spec).command, item?.compares?.(spec)].filter(
    (name) => typeof name === 'string',
  );
}

// another command of the same name does not count
function isKnown({ tests, ...request }: Requests[number], { task, commands }: Evidence): boolean {
  const evidence = Object.hasOwn(commands, request.name) ? commands[request.name] : undefined;
  const before = commandsToRun(task.scenario.scorers).find(({ name }) => name === request.name);
  if (evidence === undefined || before === undefined) return false;
  const { tests: looked_up, ...asked } = before;
  if (canonicalDigest(asked) !== canonicalDigest(request)) return false;
  // a truncated report only has the tests that were looked up
  const whole = [evidence, ...evidence.attempts].every(({ report }) => report?.truncated !== true);
  return whole || tests.every((test) => looked_up.includes(test));
}

// earlier commands may prepare later ones, unless isolated
const upTo = (requests: Requests, missing: ReadonlySet<string>): Requests =>
  requests
    .slice(0, requests.findLastIndex(({ name }) => missing.has(name)) + 1)
    .filter(({ name, isolated }) => missing.has(name) || !isolated);

const globsetsOf = (scorers: readonly ScorerSpec[]): string[] =>
  scorers.flatMap((spec) =>
    !isCustomScorer(spec) && 'test_globset' in spec && spec.test_globset !== undefined
      ? [canonicalDigest([spec.test_globset, spec.glob])]
      : [],
  );
