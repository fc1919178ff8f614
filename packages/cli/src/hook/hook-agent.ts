/** What Assay does when an agent calls a hook. */
export const HOOK_EVENTS = ['session-start', 'stop', 'post-tool-use', 'session-end'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** An agent whose hooks Assay answers. */
export interface HookAgent {
  readonly id: string;
  readonly title: string;
  /** The field with the agent's last message. */
  readonly last_message: string;
  /** The answer that sends the agent back to work. */
  sendBack(reason: string): object;
  /** The file that hooks are installed in. */
  readonly file: HookFile;
  /** What else the user has to do; null for nothing. */
  readonly next_step: string | null;
}

/** Settings of the agent that list hooks, or a whole file. */
type HookFile = (SettingsFile | OwnFile) & {
  /** Relative to the root of the repository. */
  readonly in_repository: string;
  /** Of the user. */
  forUser(): string;
};

export interface SettingsFile {
  /** The agent's own names of the events that are installed. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** In the unit of the agent. */
  readonly timeout: number;
}

interface OwnFile {
  write(commandFor: (event: HookEvent) => string): string;
}
