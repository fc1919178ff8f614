/** A way to sway a judge, and how to detect it in folded text. */
export interface InjectionSign {
  /** What the text does; follows `a text that`. */
  readonly does: string;
  /** Where the first match starts; null when there is none. */
  readonly find: (text: string) => number | null;
}
