/** One subcommand. The list loads on every start, so the code is behind `load`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Stops by itself when its signal is aborted and saves its work; otherwise an interrupt ends the process. */
  readonly graceful?: true;
  /** Handles interrupts itself: a second one does more than end the process. */
  readonly own_interrupts?: true;
  load(): Promise<{ run: Run }>;
}

/** Runs a command and resolves to its exit code. */
export type Run = (args: readonly string[], context: { readonly signal: AbortSignal }) => Promise<number>;
