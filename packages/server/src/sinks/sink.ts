import type { ScoredRun } from './scored-run.ts';

/** Where scores are sent besides the database. */
export interface Sink {
  /** Settles when they have arrived; rejects when they have not, and then they are lost. */
  send(runs: readonly ScoredRun[]): Promise<void>;
  close(): Promise<void>;
}

/** A kind of sink. It only describes: queues, bounds and faults are the engine's. */
export interface SinkKind {
  readonly id: string;
  /** Opens it as the environment says; undefined when that does not name it, and then it is off. */
  open(environment: Readonly<Record<string, string | undefined>>): Sink | undefined;
}
