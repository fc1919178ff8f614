import { afterTests } from './after-tests.ts';
import type { Manner } from './manner.ts';
import { newTest } from './new-test.ts';
import { reformatted } from './reformatted.ts';
import { twoCommits } from './two-commits.ts';

/** Every honest way to solve a task that a sound scenario passes. */
export const MANNERS: readonly Manner[] = [afterTests, reformatted, twoCommits, newTest];

export const findManner = (id: string): Manner | undefined => MANNERS.find((manner) => manner.id === id);
