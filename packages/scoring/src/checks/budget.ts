import { type Budget, CheckError } from './check.ts';

// a step takes up to 25 ns, so this is half a second at worst
const MOST_STEPS = 20_000_000;

interface BudgetOptions {
  readonly steps?: number;
  /** A parent budget: everything spent here is spent there too. */
  readonly within?: Budget;
}

/** Creates the work budget of one evaluation or one batch. */
export function createBudget({ steps = MOST_STEPS, within }: BudgetOptions = {}): Budget {
  let left = steps;
  return {
    spend(asked) {
      if (asked > left) {
        throw new CheckError('expected a cheaper check, found one that takes too much work on this output');
      }
      within?.spend(asked);
      left -= asked;
    },
  };
}
