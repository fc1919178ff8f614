import type { ScorerSpec } from '@assay/schema';
import type { CommandRequest } from './scorer.ts';
import { findScorer } from './scorers/index.ts';

/** Paths whose state before and after scorers read, each once; one that ends in `/` is everything below it. */
export const watchedPaths = (specs: readonly ScorerSpec[]): string[] => [
  ...new Set(specs.flatMap((spec) => findScorer(spec.type)?.watches?.(spec) ?? [])),
];

/** Commands whose end scorers read, in the order in which they are to be run. */
export const commandsToRun = (specs: readonly ScorerSpec[]): CommandRequest[] =>
  specs.flatMap((spec) => findScorer(spec.type)?.runs?.(spec) ?? []);
