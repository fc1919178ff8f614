import type { Command } from '../command.ts';

/** The commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'grade',
    summary: 'grade agent sessions you already have, offline; with no path the latest on this machine',
    load: () => import('./grade.ts'),
  },
  {
    name: 'transcript',
    summary: 'any supported transcript in the common form, as JSON',
    load: () => import('./transcript.ts'),
  },
  {
    name: 'score',
    summary: 'compute a formula on JSON from stdin; an array gives an array',
    load: () => import('./score.ts'),
  },
];
