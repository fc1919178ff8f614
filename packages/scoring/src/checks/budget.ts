import { type Budget, CheckError } from './check.ts';

/** The steps of one evaluation. A step takes up to 25 ns, so this is half a second at worst. */
export const MOST_CHECK_STEPS = 20_000_000;

interface BudgetOptions {
  readonly steps?: number;
  /** A parent budget: everything spent here is spent there too. */
  readonly within?: Budget;
}

/** A budget that knows what is left. */
export interface CountedBudget extends Budget {
  left(): number;
  /** Whether work was refused because too few steps were left. */
  isExceeded(): boolean;
}

/** Creates the work budget of one evaluation or one batch. */
export function createBudget({ steps = MOST_CHECK_STEPS, within }: BudgetOptions = {}): CountedBudget {
  let left = steps;
  let isExceeded = false;
  return {
    left: () => left,
    isExceeded: () => isExceeded,
    spend(asked) {
      if (asked > left) {
        isExceeded = true;
        throw new CheckError('expected a cheaper check, found one that takes too much work on this output');
      }
      within?.spend(asked);
      left -= asked;
    },
  };
}
