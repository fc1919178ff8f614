import type { TestOutcome } from '@assay/schema';
import { WORST_FIRST } from '../find-test.ts';
import type { Tally } from './tally.ts';

/** Collects the names of one run until its summary confirms that they are tests. */
export function createTestNames() {
  const outcomes = new Map<string, TestOutcome>();
  return {
    /** Adds a test. Of several with the same name, the worst outcome counts. */
    add(name: string, outcome: TestOutcome): void {
      const known = outcomes.get(name);
      const worse = known === undefined || WORST_FIRST.indexOf(outcome) < WORST_FIRST.indexOf(known);
      if (worse) outcomes.set(name, outcome);
    },
    /** Sets the outcome of a test that may have been tried before. */
    replace(name: string, outcome: TestOutcome): void {
      outcomes.set(name, outcome);
    },
    /** The number of names with this outcome. */
    count: (outcome: TestOutcome): number => [...outcomes.values()].filter((other) => other === outcome).length,
    /** Lists the tests, which the summary already counts, and starts over. */
    listIn(tally: Tally): void {
      for (const [name, outcome] of outcomes) tally.list(name, outcome);
      outcomes.clear();
    },
  };
}
