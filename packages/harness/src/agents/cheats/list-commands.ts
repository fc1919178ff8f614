import type { Scenario } from '@assay/schema';

/** The lines of shell that decide about a run. */
export const listCommands = ({ stages, scorers }: Scenario): string[] => [
  ...stages.map(({ command }) => command),
  ...scorers.flatMap((scorer) => (scorer.type === 'command' ? [scorer.command] : [])),
];
