import type { AnyScorerType, ScorerType } from '@assay/schema';
import type { Scorer } from '../scorer.ts';
import { allowedPaths } from './allowed-paths.ts';
import { answerLookups } from './answer-lookups.ts';
import { answers } from './answers.ts';
import { assertionsNotWeakened } from './assertions-not-weakened.ts';
import { baselineUnmodified } from './baseline-unmodified.ts';
import { budget } from './budget.ts';
import { claimsVerified } from './claims-verified.ts';
import { command } from './command.ts';
import { coverageNotDecreased } from './coverage-not-decreased.ts';
import { custom } from './custom.ts';
import { earlyExits } from './early-exits.ts';
import { failToPass } from './fail-to-pass.ts';
import { fileExists } from './file-exists.ts';
import { forbidPaths } from './forbid-paths.ts';
import { forbidSecrets } from './forbid-secrets.ts';
import { llmJudge } from './llm-judge.ts';
import { maxFilesChanged } from './max-files-changed.ts';
import { noLoosePrograms } from './no-loose-programs.ts';
import { noNewSkips } from './no-new-skips.ts';
import { noNewSuppressions } from './no-new-suppressions.ts';
import { noSurroundings } from './no-surroundings.ts';
import { passToPass } from './pass-to-pass.ts';
import { reward } from './reward.ts';
import { runnerConfigUnmodified } from './runner-config-unmodified.ts';
import { specialCasedTests } from './special-cased-tests.ts';
import { testCountFloor } from './test-count-floor.ts';
import { testsCanFail } from './tests-can-fail.ts';
import { testsUnmodified } from './tests-unmodified.ts';

/** Every built-in scorer, in report order. */
export const SCORERS: readonly Scorer<ScorerType>[] = [
  command,
  answers,
  reward,
  allowedPaths,
  forbidPaths,
  maxFilesChanged,
  forbidSecrets,
  fileExists,
  testsUnmodified,
  baselineUnmodified,
  noNewSkips,
  assertionsNotWeakened,
  failToPass,
  passToPass,
  coverageNotDecreased,
  llmJudge,
  testCountFloor,
  runnerConfigUnmodified,
  noNewSuppressions,
  specialCasedTests,
  noSurroundings,
  earlyExits,
  testsCanFail,
  noLoosePrograms,
  answerLookups,
  budget,
  claimsVerified,
];

/** The scorer of a type; undefined when there is none. */
export const findScorer = (type: AnyScorerType): Scorer | undefined =>
  type.includes('-') ? custom : SCORERS.find((scorer) => scorer.type === type);
