import type { AgentSpec, McpServer, Scenario, TranscriptEntry, TranscriptFormat } from '@assay/schema';

/** What may be asked of an agent besides its instruction. What an agent does not honour is refused, never ignored. */
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
  | 'cheat';

interface Described {
  readonly type: string;
  readonly title: string;
  readonly honours: readonly AgentSetting[];
  /** What is wrong with a specification beyond what is not honoured, in sentences. */
  findMistakes?(spec: AgentSpec): readonly string[];
}

/** An agent that is a program: described here, started, watched and ended by the harness. */
export interface ProcessAgent extends Described {
  readonly kind: 'process';
  /** The program to look for; null when the specification brings its own command. */
  readonly program: (spec: AgentSpec) => string | null;
  /** How to get it, in one line. */
  readonly install: string;
  readonly version_args: readonly string[];
  /** The model service it talks to, and the variables of the operator that name another address and hold the key. */
  readonly service: ModelService | null;
  /** The form of what it prints; null for one that prints what it likes. */
  readonly format: TranscriptFormat | null;
  /** Whether a later turn goes on where the last one stopped; else each turn starts anew, with all that was said. */
  readonly resumes: boolean;
  /** Whether the tokens and costs it reports are those of one turn, or of the whole session that it resumed. */
  readonly totals: 'turn' | 'session';
  /** Folders of its home in which it keeps its own record of a session. */
  readonly sessions: readonly string[];
  /** The folder of its home in which it looks for skills; null when it knows none. */
  readonly skills_folder: string | null;
  /** Written into the home folder before the first turn, by relative path. */
  files(request: AgentRequest): Readonly<Record<string, string>>;
  launch(request: AgentRequest): Launch;
  /**
   * For agents that are spoken to while they run. Everything sent and received is the transcript, and tells how it
   * ended; what it cannot tell is thrown.
   */
  converse?(io: AgentLines, request: AgentRequest): Promise<void>;
}

/** An agent of our own that edits the workspace directly: a yardstick, not a contender. */
export interface BuiltInAgent extends Described {
  readonly kind: 'built-in';
  act(request: BuiltInRequest): Promise<BuiltInAction>;
}

export type Agent = ProcessAgent | BuiltInAgent;

export interface ModelService {
  readonly url: string;
  readonly url_env: string;
  /** The first of these that the operator has set is used. */
  readonly key_envs: readonly string[];
}

export interface AgentRequest {
  readonly spec: AgentSpec;
  readonly instruction: string;
  /** 1 for the first. */
  readonly turn: number;
  /** What the agent called its session, once it has said so. */
  readonly session_id: string | null;
  /** As they are called inside the sandbox. */
  readonly program: string;
  readonly workspace: string;
  readonly home: string;
  /** Where its model is reached; null when it has no service, or the operator's own login is used. */
  readonly service_url: string | null;
  /** What stands for the key inside: exchanged for the real one on the way out. */
  readonly key: string | null;
  /** Turns of its own loop it may take. */
  readonly max_turns: number | null;
  readonly mcp_servers: Readonly<Record<string, McpServer>>;
}

export interface Launch {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The two directions of an agent that is spoken to line by line. */
export interface AgentLines {
  send(line: string): void;
  readonly received: AsyncIterable<string>;
}

export interface BuiltInRequest {
  readonly spec: AgentSpec;
  readonly scenario: Scenario;
  /** The workspace on the host. */
  readonly workspace: string;
  /** The folder that relative paths of the scenario start from. */
  readonly base: string;
  readonly instruction: string;
}

/** What a built-in agent did, as a transcript says it; `failure` when it could not. */
export interface BuiltInAction {
  readonly entries: readonly TranscriptEntry[];
  readonly failure: string | null;
  /** Why there was nothing for it to do here; it has then left the workspace alone. */
  readonly inapplicable?: string;
}

/** Declares an agent. */
export const defineAgent = <A extends Agent>(agent: A): A => Object.freeze(agent);

/** `--name value`, or nothing where there is no value. */
export const flag = (name: string, value: string | number | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : [name, String(value)];
