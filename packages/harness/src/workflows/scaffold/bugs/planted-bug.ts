/** A small change of one line that a good test suite should notice. */
export interface PlantedBug {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The function that contains it; null outside of functions and where the language has no grammar. */
  readonly function: string | null;
}

/** A place for a bug. */
export interface PlacedBug extends PlantedBug {
  /** Where its outermost function starts in the text: bugs of one scenario are in different functions. */
  readonly owner: number;
}

export interface BugCandidate extends PlacedBug {
  /** Whether its file also contains tests, which an agent that may fix the file could change. */
  readonly beside_tests: boolean;
}
