import type { Command } from '../command.ts';

/** The commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'score',
    usage: 'assay score FORMULA[@VERSION] < input.json',
    summary: 'compute a formula on JSON from stdin; an array gives an array',
    load: () => import('./score.ts'),
  },
];
