/** One subcommand. The list loads with every call, so an item is only words; the work is behind `load`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ run: Run }>;
}

/** Does the work of a command and says how the process should exit. */
export type Run = (args: readonly string[]) => Promise<number>;
