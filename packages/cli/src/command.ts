/** One subcommand. The list loads with every call, so an item is only words; the work is behind `load`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Whether it ends by itself when its signal is aborted, keeping what it has; else an interrupt ends the process. */
  readonly graceful?: true;
  /** Whether it sees to interrupts itself, since a second one does not just end it. */
  readonly own_interrupts?: true;
  load(): Promise<{ run: Run }>;
}

/** Does the work of a command and says how the process should exit. */
export type Run = (args: readonly string[], context: { readonly signal: AbortSignal }) => Promise<number>;
