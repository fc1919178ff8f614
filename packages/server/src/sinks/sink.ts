import type { ScoredRun } from './scored-run.ts';

/** A destination of scores besides the database. */
export interface Sink {
  /** Settles when the runs have arrived; if it rejects, they are lost. */
  send(runs: readonly ScoredRun[]): Promise<void>;
  close(): Promise<void>;
}

/** A kind of sink. Queues, limits and error handling are in `openSinks`. */
export interface SinkKind {
  readonly id: string;
  /** Opens it as configured in the environment; undefined if it is off. */
  open(environment: Readonly<Record<string, string | undefined>>): Sink | undefined;
}
