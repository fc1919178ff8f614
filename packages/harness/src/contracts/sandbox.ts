import type { Limits, Resources } from '@assay/schema';

/** A place to run programs nobody trusts. One contract, one conformance suite, one file each in `sandboxes/`. */
export interface Sandbox {
  readonly id: 'bwrap' | 'docker' | 'local';
  readonly title: string;
  /** Whether what runs inside is kept from the machine; a run that is not says so. */
  readonly isolated: boolean;
  /** Why it cannot be used here and how to change that; undefined when it can. */
  findObstacle(): Promise<string | undefined>;
  open(options: SandboxOptions): Promise<SandboxSession>;
}

export interface SandboxOptions {
  /** Folders of the host: the only ones that can be written to from inside. */
  readonly workspace: string;
  readonly home: string;
  readonly limits: Pick<Limits, 'memory_mb' | 'cpus' | 'pids' | 'disk_mb'>;
  /** Where the gateway listens on the host: the only way out. Null for no network at all. */
  readonly gateway: { readonly socket: string; readonly url: string } | null;
  /** Further folders of the host that can be read from inside, such as where an agent is installed. */
  readonly readable: readonly string[];
  /** The program search path of the operator; what is not visible inside is left out of it. */
  readonly path: string;
  /** Names the session to the operating system; letters, digits and `_`. */
  readonly key: string;
}

/** One workspace with everything that was started in it. Disposing kills what is left. */
export interface SandboxSession extends AsyncDisposable {
  /** The folders as they are called inside. */
  readonly workspace: string;
  readonly home: string;
  /** Where the gateway is reached from inside. */
  readonly gateway_url: string | null;
  /** `PATH` as it should be inside: absolute, visible, never a folder of the workspace. */
  readonly path: string;
  start(options: StartOptions): Execution;
  /** Ends everything started here, however it hid, and says how many processes had outlived their parents. */
  killAll(): Promise<number>;
  /** What was used up to now; unknown stays null. */
  measure(): Promise<Resources>;
}

export interface StartOptions {
  readonly command: readonly [string, ...string[]];
  /** All of the environment but `HOME`, `PATH`, `TMPDIR` and the gateway's, which the sandbox sets unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed; `open` leaves it to `write` and `endInput`. */
  readonly input?: string | Uint8Array | 'open';
  /** Another home for this one program: scorers do not see the agent's. A folder of the host. */
  readonly home?: string;
  readonly onStdout?: (chunk: Buffer) => void;
  readonly onStderr?: (chunk: Buffer) => void;
  readonly timeout_ms: number;
  /** More than this on both streams together ends it. */
  readonly max_output_bytes?: number;
  readonly signal?: AbortSignal;
}

export interface Execution {
  write(text: string): void;
  endInput(): void;
  /** First TERM, then KILL, of everything it started. */
  stop(): void;
  readonly done: Promise<ExecutionEnd>;
}

/** How a program ended. Never thrown: a program that cannot be started ended too. */
export interface ExecutionEnd {
  readonly exit_code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ended_by: 'exit' | 'timeout' | 'stop' | 'output' | 'disk' | 'memory' | 'start';
  /** What went wrong where `ended_by` is not `exit`; one sentence. */
  readonly reason: string | null;
  readonly duration_ms: number;
}

/** Declares a sandbox. */
export const defineSandbox = (sandbox: Sandbox): Sandbox => Object.freeze(sandbox);
