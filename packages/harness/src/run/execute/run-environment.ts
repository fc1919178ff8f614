import type { ObjectStore, Snapshot } from '@assay/detect';
import type { Evidence } from '@assay/schema';
import type { SandboxSession } from '../../contracts/sandbox.ts';
import type { Credential, Redactor } from '../../machine/credentials.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';
import type { Egress } from './open-egress.ts';
import type { Scratch } from './scratch.ts';

export type Commands = Evidence['commands'];

/** How commands ended, by the names of their scorers. */
export interface Gathered {
  readonly commands: Commands;
  readonly warnings: readonly string[];
}

/** Everything one try at a run works with. Disposing ends what runs and removes the files. */
export interface RunEnvironment extends Egress, AsyncDisposable {
  readonly attempt: Attempt;
  readonly context: RunContext;
  readonly scratch: Scratch;
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
  readonly credential: Credential | null;
  readonly redactor: Redactor;
  /** What the operator should know of the credentials. */
  readonly warnings: readonly string[];
  /** Variables of the operator that the agent is given. */
  readonly env: Readonly<Record<string, string>>;
  /** The agent's program as it is called inside. */
  readonly program: string | null;
  readonly session: SandboxSession;
  /** Where stages and scorers run: the same workspace, another home, no way out. */
  readonly grader: SandboxSession;
  /** How commands end before the agent has done anything, as far as scorers compare with that. */
  readonly measured: Gathered;
  /** When the agent has had its time. */
  readonly deadline_ms: number;
}
