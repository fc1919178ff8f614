import type { Scenario } from '@assay/schema';

/** The shell commands that decide a run: stages and command scorers. */
export const listCommands = ({ stages, scorers }: Scenario): string[] => [
  ...stages.map(({ command }) => command),
  ...scorers.flatMap((scorer) => (scorer.type === 'command' ? [scorer.command] : [])),
];
