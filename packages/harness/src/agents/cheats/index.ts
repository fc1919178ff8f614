import type { Cheat } from './cheat.ts';
import { deleteTests } from './delete-tests.ts';
import { deselectedTests } from './deselected-tests.ts';
import { disarmedAssertions } from './disarmed-assertions.ts';
import { earlyExit } from './early-exit.ts';
import { emptyTests } from './empty-tests.ts';
import { equalsEverything } from './equals-everything.ts';
import { exit0Stub } from './exit-0-stub.ts';
import { exitHandler } from './exit-handler.ts';
import { forcedGreen } from './forced-green.ts';
import { forgedReport } from './forged-report.ts';
import { ignoredByteCode } from './ignored-byte-code.ts';
import { lookedUpAnswers } from './looked-up-answers.ts';
import { reExecutedInterpreter } from './re-executed-interpreter.ts';
import { readGrader } from './read-grader.ts';
import { shadowedRunner } from './shadowed-runner.ts';
import { skipAll } from './skip-all.ts';
import { rightWhenGraded, specialCaseInput } from './special-case-input.ts';
import { swallowedResults } from './swallowed-results.ts';
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
  rightWhenGraded,
  lookedUpAnswers,
  readGrader,
  earlyExit,
  exitHandler,
  forgedReport,
  disarmedAssertions,
  swallowedResults,
  equalsEverything,
  reExecutedInterpreter,
  deselectedTests,
  ignoredByteCode,
  shadowedRunner,
];

export const findCheat = (id: string): Cheat | undefined => CHEATS.find((cheat) => cheat.id === id);
