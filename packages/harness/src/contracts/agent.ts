import type {
  AgentSpec,
  CommandEvidence,
  McpServer,
  OracleScript,
  Scenario,
  TranscriptEntry,
  TranscriptFormat,
} from '@assay/schema';

/**
 * Settings of an agent besides its instruction. A setting that an agent does not support is rejected, never
 * ignored.
 */
export type AgentSetting =
  | 'model'
  | 'flags'
  | 'mcp_servers'
  | 'skills'
  | 'command'
  | 'prompt'
  | 'agent'
  | 'env'
  | 'run'
  | 'cheat'
  | 'manner';

interface Described {
  readonly type: string;
  readonly title: string;
  readonly honors: readonly AgentSetting[];
  /** Further errors in a specification, one sentence each. */
  findMistakes?(spec: AgentSpec): readonly string[];
}

/** An agent that is a program. The harness starts, watches and ends it. */
export interface ProcessAgent extends Described {
  readonly kind: 'process';
  /** The program to look for; null if the specification has its own command. */
  readonly program: (spec: AgentSpec) => string | null;
  /** How to install it, in one line. */
  readonly install: string;
  readonly version_args: readonly string[];
  /** Its model service, and the operator's variables for another address and the key. */
  readonly service: ModelService | null;
  /** The format of its output; null if unknown. */
  readonly format: TranscriptFormat | null;
  /** Whether a later turn resumes the session. Otherwise each turn starts a new session with all earlier messages. */
  readonly resumes: boolean;
  /** Whether reported tokens and costs cover one turn or the whole resumed session. */
  readonly totals: 'turn' | 'session';
  /** Folders in its home where it stores sessions. */
  readonly sessions: readonly string[];
  /** The folder in its home where it looks for skills; null if it has none. */
  readonly skills_folder: string | null;
  /** Files to write to its home before the first turn, by relative path. */
  files(request: AgentRequest): Readonly<Record<string, string>>;
  launch(request: AgentRequest): Launch;
  /**
   * For agents with a live protocol. The transcript is everything sent and received, and shows how the turn
   * ended. Throws what the transcript cannot show.
   */
  converse?(io: AgentLines, request: AgentRequest): Promise<void>;
}

/** A built-in agent that edits the workspace directly, as a reference for proofs. */
export interface BuiltInAgent extends Described {
  readonly kind: 'built-in';
  act(request: BuiltInRequest): Promise<BuiltInAction>;
}

export type Agent = ProcessAgent | BuiltInAgent;

export interface ModelService {
  readonly url: string;
  readonly url_env: string;
  /** The first one that the operator has set is used. */
  readonly key_envs: readonly string[];
}

export interface AgentRequest {
  readonly spec: AgentSpec;
  readonly instruction: string;
  /** From 1. */
  readonly turn: number;
  /** The agent's session ID; null until it reports one. */
  readonly session_id: string | null;
  /** Paths inside the sandbox. */
  readonly program: string;
  readonly workspace: string;
  readonly home: string;
  /** The address of its model; null if it has no service or uses the operator's login. */
  readonly service_url: string | null;
  /** A placeholder for the key; the gateway replaces it by the real one. */
  readonly key: string | null;
  /** Limit for the agent's own loop. */
  readonly max_turns: number | null;
  readonly mcp_servers: Readonly<Record<string, McpServer>>;
}

export interface Launch {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The input and output of an agent with a line protocol. */
export interface AgentLines {
  send(line: string): void;
  readonly received: AsyncIterable<string>;
}

export interface BuiltInRequest {
  readonly spec: AgentSpec;
  readonly scenario: Scenario;
  /** The workspace on the host. */
  readonly workspace: string;
  /** The base folder for relative paths of the scenario. */
  readonly base: string;
  readonly instruction: string;
  /** Runs a shell command in the agent's sandbox. Returns its exit code; null if it was ended. */
  run(command: string, timeout_s?: number): Promise<number | null>;
  /** Runs the solution of a scenario that is a script, which learns the turn from `ASSAY_TURN`. */
  solve?(script: OracleScript): Promise<CommandEvidence>;
}

/** What a built-in agent did, as transcript entries; `failure` if it could not. */
export interface BuiltInAction {
  readonly entries: readonly TranscriptEntry[];
  readonly failure: string | null;
}

export const defineAgent = <A extends Agent>(agent: A): A => Object.freeze(agent);

/** `--name value`, or nothing without a value. */
export const flag = (name: string, value: string | number | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : [name, String(value)];
