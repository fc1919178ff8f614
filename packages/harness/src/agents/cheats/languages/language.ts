/** How tests look in a language: enough of it to spoil them. */
export interface Language {
  readonly extensions: readonly string[];
  /** A file of tests that passes and tests nothing. */
  empty(text: string): string;
  /** The same tests, none of which run. Unchanged where there is none to mark. */
  skip(text: string): string;
  /** The same tests with nothing left that could fail. */
  weaken(text: string): string;
}
