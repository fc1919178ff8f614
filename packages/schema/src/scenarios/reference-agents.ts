/** The known cheats by name. The harness implements them. */
export const CHEAT_IDS = [
  'delete-tests',
  'empty-tests',
  'skip-all',
  'weaken-assertions',
  'forced-green',
  'exit-0-stub',
  'special-case-input',
] as const;
export type CheatId = (typeof CHEAT_IDS)[number];

/** An agent that proves a task, with the fields needed to start its run. */
export interface ReferenceAgent {
  readonly id: string;
  readonly type: 'oracle' | 'nop' | 'cheat';
  readonly cheat?: CheatId;
}

/** The agents that prove a task: the oracle must pass; doing nothing and every cheat must fail. */
export const REFERENCE_AGENTS: readonly ReferenceAgent[] = [
  { id: 'oracle', type: 'oracle' },
  { id: 'nop', type: 'nop' },
  ...CHEAT_IDS.map((cheat) => ({ id: `cheat:${cheat}`, type: 'cheat' as const, cheat })),
];
