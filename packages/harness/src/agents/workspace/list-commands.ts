import type { Scenario } from '@assay/schema';

interface TimedCommand {
  readonly command: string;
  /** Undefined: as long as the agent has. */
  readonly timeout_s: number | undefined;
}

/** The shell commands that decide a run: stages and command scorers. */
export const listTimedCommands = ({ stages, scorers }: Scenario): TimedCommand[] => [
  ...stages.map(({ command, timeout_s }) => ({ command, timeout_s })),
  ...scorers.flatMap((scorer) =>
    scorer.type === 'command' ? [{ command: scorer.command, timeout_s: scorer.timeout_s }] : [],
  ),
];

export const listCommands = (scenario: Scenario): string[] => listTimedCommands(scenario).map(({ command }) => command);
