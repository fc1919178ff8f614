import type { ScorerSpec } from '@assay/schema';
import type { CommandRequest, TestLookup } from './scorer.ts';
import { findScorer } from './scorers/index.ts';

/** Paths whose state before and after scorers read, each once; one that ends in `/` is everything below it. */
export const watchedPaths = (specs: readonly ScorerSpec[]): string[] => [
  ...new Set(specs.flatMap((spec) => findScorer(spec.type)?.watches?.(spec) ?? [])),
];

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
