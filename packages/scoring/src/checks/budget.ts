import { type Budget, CheckFault } from './check.ts';

// a step is some 25 ns where it takes longest, so this is half a second at the very worst
const MOST_STEPS = 20_000_000;

interface BudgetOptions {
  readonly steps?: number;
  /** Of everything that this is a part of: what is spent here is spent there too. */
  readonly within?: Budget;
}

/** Work for one evaluation, or for all of a batch. */
export function createBudget({ steps = MOST_STEPS, within }: BudgetOptions = {}): Budget {
  let left = steps;
  return {
    spend(asked) {
      if (asked > left) {
        throw new CheckFault(
          'expected a check that is done in a moment, found one that is too much work for its output',
        );
      }
      within?.spend(asked);
      left -= asked;
    },
  };
}
