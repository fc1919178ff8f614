import type { ScorerConfig } from '@assay/schema';

/** A function at the top level of a module that can be called from outside. */
export interface AskedFunction {
  readonly path: string;
  /** Names it for people and in recordings. */
  readonly key: string;
  readonly ask: ScorerConfig<'answers'>['ask'];
  /** The name of its package, in a language where a recorder is part of the package. */
  readonly package?: string;
  /** Where it starts in the text. */
  readonly start: number;
  /** What records the arguments of each call, and where it goes. */
  readonly insertions: readonly Insertion[];
}

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A text with insertions. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  // from the end, so that earlier offsets stay valid
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((whole, { at, text: added }) => whole.slice(0, at) + added + whole.slice(at), text);
}
