/** A file or folder of an imported task: copied, or written with a text. */
export type TaskFile =
  | { readonly to: string; readonly from: string }
  | { readonly to: string; readonly text: string; readonly executable?: boolean };

/** A task of another tool as a scenario, not yet checked. */
export interface ConvertedTask {
  readonly name: string;
  readonly scenario: Readonly<Record<string, unknown>>;
  /** Files next to the scenario, in order: later ones replace earlier ones. */
  readonly files: readonly TaskFile[];
  /** What cannot be honored, by field, one sentence each. */
  readonly notes: readonly string[];
}

/** A task that was found, and how to read it. Reading throws an `AssayError` with the reason to skip it. */
export interface FoundTask {
  readonly path: string;
  convert(): Promise<ConvertedTask>;
}

/** How another tool writes its tasks. */
export interface TaskFormat {
  readonly id: string;
  readonly title: string;
  /** The tasks of a file or folder; none if it is not of this format. */
  find(path: string): Promise<readonly FoundTask[]>;
}

export const defineFormat = (format: TaskFormat): TaskFormat => Object.freeze(format);
