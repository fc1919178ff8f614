import type { ScorerSpec } from '@assay/schema';
import type { CommandRequest, TestLookup } from '../scorer.ts';
import { findScorer } from '../scorers/index.ts';

/** Paths whose state before and after the run scorers read, without duplicates. A path ending in `/` is a folder. */
export const watchedPaths = (specs: readonly ScorerSpec[]): string[] => [
  ...new Set(specs.flatMap((spec) => findScorer(spec.type)?.watches?.(spec) ?? [])),
];

/** Whether scorers need to know which changed paths are ignored. */
export const listsIgnored = (specs: readonly ScorerSpec[]): boolean =>
  specs.some((spec) => findScorer(spec.type)?.listsIgnored?.(spec) === true);

/** Commands that scorers need, in the order to run them, with the tests to look up. */
export function commandsToRun(specs: readonly ScorerSpec[]): (CommandRequest & Pick<TestLookup, 'tests'>)[] {
  const lookups = specs.flatMap((spec) => findScorer(spec.type)?.looksUp?.(spec) ?? []);
  return specs
    .flatMap((spec) => findScorer(spec.type)?.runs?.(spec) ?? [])
    .map((request) => ({
      ...request,
      tests: lookups.filter(({ command }) => command === request.name).flatMap(({ tests }) => tests),
    }));
}

// a command may wait at the baseline for what the task is about
const LONGEST_AT_BASELINE_S = 300;

/**
 * Commands to run at the baseline too, and those whose results are compared. Commands before a compared one are
 * included because they may prepare it. Each runs once.
 */
export function comparedCommands(specs: readonly ScorerSpec[]): {
  readonly requests: ReturnType<typeof commandsToRun>;
  readonly compared: ReadonlySet<string>;
} {
  const compared = new Set(specs.flatMap((spec) => findScorer(spec.type)?.compares?.(spec) ?? []));
  const all = commandsToRun(specs);
  const requests = all
    .slice(0, all.findLastIndex(({ name }) => compared.has(name)) + 1)
    .filter(({ name, isolated }) => compared.has(name) || !isolated)
    .map((request) => ({ ...request, repeat: 1, timeout_s: Math.min(request.timeout_s, LONGEST_AT_BASELINE_S) }));
  return { requests, compared };
}
