import type { HeuristicRule } from '../rule.ts';
import { emptySearch } from './empty-search.ts';
import { failedCall } from './failed-call.ts';
import { oversizedOutput } from './oversized-output.ts';
import { repeatedFailure } from './repeated-failure.ts';
import { repeatedRead } from './repeated-read.ts';
import { repeatedThinking } from './repeated-thinking.ts';
import { undoneEdit } from './undone-edit.ts';
import { unusedOutput } from './unused-output.ts';
import { unverifiedFinish } from './unverified-finish.ts';

/** The rules of the offline judge, in the order of their notes. */
export const HEURISTIC_RULES: readonly HeuristicRule[] = [
  failedCall,
  repeatedFailure,
  repeatedRead,
  unusedOutput,
  emptySearch,
  oversizedOutput,
  undoneEdit,
  unverifiedFinish,
  repeatedThinking,
];
