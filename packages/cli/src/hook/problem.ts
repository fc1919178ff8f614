/** Something that an agent must fix or explain before it ends. */
export interface Problem {
  /** The same for the same problem in the same place, so that it sends the agent back once. */
  readonly key: string;
  /** The scorer that found it, or `claim`. */
  readonly scorer: string;
  readonly path: string | null;
  readonly line: number | null;
  /** What is wrong. */
  readonly message: string;
  /** One sentence for the agent: what is wrong, where, and what to do. */
  readonly sentence: string;
}
