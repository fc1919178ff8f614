import type { ScorerSpec } from '@assay/schema';
import type { CommandRequest, TestLookup } from '../scorer.ts';
import { findScorer } from '../scorers/index.ts';

/** Paths whose state before and after scorers read, each once; one that ends in `/` is everything below it. */
export const watchedPaths = (specs: readonly ScorerSpec[]): string[] => [
  ...new Set(specs.flatMap((spec) => findScorer(spec.type)?.watches?.(spec) ?? [])),
];

/** Whether scorers read which of the paths that changed are ignored. */
export const listsIgnored = (specs: readonly ScorerSpec[]): boolean =>
  specs.some((spec) => findScorer(spec.type)?.listsIgnored?.(spec) === true);

/** Commands whose end scorers read, in the order in which they are to be run, with the tests that are looked up. */
export function commandsToRun(specs: readonly ScorerSpec[]): (CommandRequest & Pick<TestLookup, 'tests'>)[] {
  const lookups = specs.flatMap((spec) => findScorer(spec.type)?.looksUp?.(spec) ?? []);
  return specs
    .flatMap((spec) => findScorer(spec.type)?.runs?.(spec) ?? [])
    .map((request) => ({
      ...request,
      tests: lookups.filter(({ command }) => command === request.name).flatMap(({ tests }) => tests),
    }));
}

/**
 * Commands to be run at the baseline too, and those of them whose end is compared: what is declared before may prepare
 * what comes after, and once is enough to see how things were.
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
    .map((request) => ({ ...request, repeat: 1 }));
  return { requests, compared };
}
