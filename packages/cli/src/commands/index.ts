import type { Command } from '../command.ts';

/** The commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'grade',
    summary: 'grade agent sessions you already have, offline; with no path the latest on this machine',
    load: () => import('./grade.ts'),
  },
  {
    name: 'run',
    summary: 'give agents tasks in a sandbox, and grade what they did',
    graceful: true,
    load: () => import('./run.ts'),
  },
  {
    name: 'check',
    summary: 'look at a change for tests that were skipped, weakened or worked around, and for secrets',
    graceful: true,
    load: () => import('./check.ts'),
  },
  {
    name: 'init',
    summary: 'write a first scenario for the repository it is run in, and prove it',
    graceful: true,
    load: () => import('./init.ts'),
  },
  {
    name: 'doctor',
    summary: 'what is installed, what is missing, and how to get it',
    load: () => import('./doctor.ts'),
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
