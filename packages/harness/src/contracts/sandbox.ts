import type { Limits, Resources } from '@assay/schema';

/** Runs untrusted programs. All implementations in `sandboxes/` pass one conformance suite. */
export interface Sandbox {
  readonly id: 'bwrap' | 'docker' | 'local';
  readonly title: string;
  /** Whether programs inside are isolated from the machine. A run without isolation says so. */
  readonly isolated: boolean;
  /** Why it cannot be used here and how to fix that; undefined if it can. */
  findObstacle(): Promise<string | undefined>;
  open(options: SandboxOptions): Promise<SandboxSession>;
}

export interface SandboxOptions {
  /** Host folders; only these are writable from inside. */
  readonly workspace: string;
  readonly home: string;
  readonly limits: Pick<Limits, 'memory_mb' | 'cpus' | 'pids' | 'disk_mb'>;
  /** Where the gateway listens on the host: the only egress. Null for no network. */
  readonly gateway: { readonly socket: string; readonly url: string } | null;
  /** More host folders that are readable inside, such as an agent's installation. */
  readonly readable: readonly string[];
  /** Host folders that are elsewhere inside. */
  readonly mounts?: readonly SandboxMount[];
  /** Another user than that of the image; only containers have some. */
  readonly user?: string;
  /** Whether later sessions see what its programs changed in the system; only containers allow such changes. */
  readonly keeps_changes?: boolean;
  /** The operator's PATH; folders not visible inside are removed. */
  readonly path: string;
  /** What programs see of where they are; default: the usual place. Without isolation, they see the machine. */
  readonly place?: Place;
  /** Names the session for the operating system; letters, digits and `_`. */
  readonly key: string;
}

/** Where programs are, as they see it. */
export interface Place {
  /** A task with an image fixes it. */
  readonly workspace: string;
  readonly home: string;
  readonly user: string;
  readonly user_id: number;
  readonly host: string;
  /** `/tmp` or a folder in it. */
  readonly temp: string;
  /** A number for what is counted there: sessions, earlier processes. */
  readonly seat: number;
  /** Since when the files of the seed have been there. */
  readonly age_days: number;
  /** A folder in `/run` with the files of the sandbox. */
  readonly own: string;
  /**
   * Whether it looks like the place of a user who works there: settings, variables, temporary files, other processes,
   * files from long ago.
   */
  readonly lived_in: boolean;
}

export interface SandboxMount {
  readonly from: string;
  readonly at: string;
  readonly writable: boolean;
}

/** One workspace and everything started in it. Disposing kills the remaining processes. */
export interface SandboxSession extends AsyncDisposable {
  /** Paths inside the sandbox. */
  readonly workspace: string;
  readonly home: string;
  readonly lived_in: boolean;
  /** The gateway address inside the sandbox. */
  readonly gateway_url: string | null;
  /** `PATH` inside the sandbox: absolute, visible, never a workspace folder. */
  readonly path: string;
  start(options: StartOptions): Execution;
  /** Kills every process started here. Returns how many had outlived their parents. */
  killAll(): Promise<number>;
  /** Resources used so far; null if unknown. */
  measure(): Promise<Resources>;
}

export interface StartOptions {
  readonly command: readonly [string, ...string[]];
  /**
   * The whole environment, except `HOME`, `PATH`, `TMPDIR` and the gateway variables, which the sandbox sets
   * by default.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed; `open` keeps it open for `write` and `endInput`. */
  readonly input?: string | Uint8Array | 'open';
  /** Another home for this program, as a host folder. Scorers do not see the agent's home. */
  readonly home?: string;
  readonly onStdout?: (chunk: Buffer) => void;
  readonly onStderr?: (chunk: Buffer) => void;
  readonly timeout_ms: number;
  /** The program is ended beyond this limit, counting both streams. */
  readonly max_output_bytes?: number;
  readonly signal?: AbortSignal;
}

export interface Execution {
  write(text: string): void;
  endInput(): void;
  /** Sends TERM, then KILL, to everything it started. */
  stop(): void;
  readonly done: Promise<ExecutionEnd>;
}

/** How a program ended. Failing to start is an end too, not an exception. */
export interface ExecutionEnd {
  readonly exit_code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ended_by: 'exit' | 'timeout' | 'stop' | 'output' | 'disk' | 'memory' | 'start';
  /** One sentence on what went wrong, if `ended_by` is not `exit`. */
  readonly reason: string | null;
  readonly duration_ms: number;
}

export const defineSandbox = (sandbox: Sandbox): Sandbox => Object.freeze(sandbox);
