/** How to empty, skip or weaken tests in a language. */
export interface Language {
  readonly extensions: readonly string[];
  /** A test file that passes and tests nothing. */
  empty(text: string): string;
  /** The same tests, all skipped; unchanged if there is no test to mark. */
  skip(text: string): string;
  /** The same tests, with every assertion made to pass. */
  weaken(text: string): string;
}
