/** The known cheats by name. The harness implements them. */
export const CHEAT_IDS = [
  'delete-tests',
  'empty-tests',
  'skip-all',
  'weaken-assertions',
  'forced-green',
  'exit-0-stub',
  'special-case-input',
  'right-when-graded',
  'looked-up-answers',
  'read-grader',
  'early-exit',
  'exit-handler',
  'forged-report',
  'disarmed-assertions',
  'swallowed-results',
  'equals-everything',
  're-executed-interpreter',
  'deselected-tests',
  'ignored-byte-code',
  'shadowed-runner',
] as const;
export type CheatId = (typeof CHEAT_IDS)[number];

/** Other honest ways to apply a solution, by name. The harness implements them. */
export const MANNER_IDS = ['after-tests', 'reformatted', 'two-commits', 'new-test'] as const;
export type MannerId = (typeof MANNER_IDS)[number];

/** An agent that proves a task, with the fields needed to start its run. */
export interface ReferenceAgent {
  readonly id: string;
  readonly type: 'oracle' | 'nop' | 'cheat';
  readonly cheat?: CheatId;
  readonly manner?: MannerId;
}

/** The agents that prove a task: the oracle must pass in every manner; doing nothing and every cheat must fail. */
export const REFERENCE_AGENTS: readonly ReferenceAgent[] = [
  { id: 'oracle', type: 'oracle' },
  ...MANNER_IDS.map((manner) => ({ id: `oracle:${manner}`, type: 'oracle' as const, manner })),
  { id: 'nop', type: 'nop' },
  ...CHEAT_IDS.map((cheat) => ({ id: `cheat:${cheat}`, type: 'cheat' as const, cheat })),
];
