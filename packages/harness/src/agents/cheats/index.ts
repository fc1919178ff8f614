import type { Cheat } from './cheat.ts';
import { deleteTests } from './delete-tests.ts';
import { emptyTests } from './empty-tests.ts';
import { exit0Stub } from './exit-0-stub.ts';
import { forcedGreen } from './forced-green.ts';
import { skipAll } from './skip-all.ts';
import { specialCaseInput } from './special-case-input.ts';
import { weakenAssertions } from './weaken-assertions.ts';

/** Every cheat that a scenario must withstand to be proven. */
export const CHEATS: readonly Cheat[] = [
  deleteTests,
  emptyTests,
  skipAll,
  weakenAssertions,
  forcedGreen,
  exit0Stub,
  specialCaseInput,
];

export const findCheat = (id: string): Cheat | undefined => CHEATS.find((cheat) => cheat.id === id);
