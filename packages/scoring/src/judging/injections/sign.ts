/** A way to sway a judge, and how to tell it in a folded text. */
export interface InjectionSign {
  /** What the text does, to follow `a text that`. */
  readonly does: string;
  /** Where the first one starts; null where there is none. */
  readonly find: (text: string) => number | null;
}
