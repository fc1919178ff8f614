import type { Cause } from '../cause.ts';
import { emptySearches } from './empty-searches.ts';
import { failedCalls } from './failed-calls.ts';
import { lowGrades } from './low-grades.ts';
import { oversizedOutputs } from './oversized-outputs.ts';
import { repeatedFailures } from './repeated-failures.ts';
import { repeatedReads } from './repeated-reads.ts';
import { repeatedThoughts } from './repeated-thoughts.ts';
import { slowCalls } from './slow-calls.ts';
import { undoneEdits } from './undone-edits.ts';
import { unusedOutputs } from './unused-outputs.ts';
import { unverifiedEdit } from './unverified-edit.ts';

/** The causes, in the order a sentence lists them. */
export const CAUSES: readonly Cause[] = [
  failedCalls,
  repeatedFailures,
  unverifiedEdit,
  slowCalls,
  repeatedReads,
  unusedOutputs,
  oversizedOutputs,
  emptySearches,
  undoneEdits,
  repeatedThoughts,
  lowGrades,
];
