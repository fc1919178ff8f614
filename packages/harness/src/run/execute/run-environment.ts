import type { ObjectStore, Snapshot } from '@assay/detect';
import type { Evidence } from '@assay/schema';
import type { Place, SandboxSession } from '../../contracts/sandbox.ts';
import type { Credential, Redactor } from '../../machine/credentials.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';
import type { Egress } from './open-egress.ts';
import type { Scratch } from './scratch.ts';

export type Commands = Evidence['commands'];

/** Results of commands by the names of their scorers. */
export interface Gathered {
  readonly commands: Commands;
  readonly warnings: readonly string[];
}

/** Where a run is. */
export interface Places {
  /** The agent, and the first time that its change is graded. */
  readonly here: Place;
  /** The second time. */
  readonly elsewhere: Place;
}

/** Everything one try of a run needs. Disposing ends its processes and removes its files. */
export interface RunEnvironment extends Egress, AsyncDisposable {
  readonly attempt: Attempt;
  readonly context: RunContext;
  readonly scratch: Scratch;
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
  /** The hidden files; null if the task has none. */
  readonly hidden: Snapshot | null;
  readonly credential: Credential | null;
  readonly redactor: Redactor;
  /** Warnings about the credentials. */
  readonly warnings: readonly string[];
  /** Operator variables passed to the agent. */
  readonly env: Readonly<Record<string, string>>;
  /** The agent's program as seen inside. */
  readonly program: string | null;
  readonly places: Places;
  readonly session: SandboxSession;
  /** Where stages and scorers run: the same workspace, another home, no network. */
  readonly grader: SandboxSession;
  /** Results of the compared commands before the agent started. */
  readonly measured: Gathered;
  /** When the agent's time is up. */
  readonly deadline_ms: number;
}
