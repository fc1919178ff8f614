import { scoreAdded } from '../code-signals.ts';
import { describeTestLosses } from '../inventory/test-losses.ts';
import { DETECTION, defineScorer } from '../scorer.ts';

/** Detects code written for the inputs of the tests. */
export const specialCasedTests = defineScorer({
  type: 'special_cased_tests',
  title: 'No code is written for the tests alone',
  description: 'Fails on added code that recognizes its tests and answers them in particular.',
  ...DETECTION,
  requires: ['signals', 'inventory', 'changed_paths'],

  score({ inventory, ...evidence }) {
    const known = describeTestLosses(inventory, ({ aspect }) => aspect === 'unaware');
    const outcome = scoreAdded(evidence, {
      kinds: ['special_case', 'call_counter', 'introspection'],
      none: 'no added code answers the tests in particular',
      some: 'places where added code answers the tests in particular',
    });
    return { ...outcome, findings: [...(outcome.findings ?? []), ...known] };
  },
});
