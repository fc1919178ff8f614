/** The known ways to look good without the work, by name. The harness has what each of them does. */
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

/** An agent that a task is proven with; all of it that has to be said to ask for a run of it. */
export interface ReferenceAgent {
  readonly id: string;
  readonly type: 'oracle' | 'nop' | 'cheat';
  readonly cheat?: CheatId;
}

/** What is tried on a task to prove it: the oracle, which has to pass, and nothing and every cheat, which must not. */
export const YARDSTICKS: readonly ReferenceAgent[] = [
  { id: 'oracle', type: 'oracle' },
  { id: 'nop', type: 'nop' },
  ...CHEAT_IDS.map((cheat) => ({ id: `cheat:${cheat}`, type: 'cheat' as const, cheat })),
];
