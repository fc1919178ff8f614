import { describeEnd } from '../command-end.ts';
import { getOwn } from '../get-own.ts';
import { cannotScore, defineScorer, fail, pass } from '../scorer.ts';

/** Sees to it that new code comes with tests. */
export const coverageNotDecreased = defineScorer({
  type: 'coverage_not_decreased',
  title: 'The tests cover as much as before',
  description: 'Code that no test runs can do anything; the share of it does not grow.',
  required_by_default: false,
  may_gate: true,
  requires: ['commands'],

  score({ commands }, { command, floor }) {
    const evidence = getOwn(commands, { what: 'the command', name: command });
    const { coverage_percent } = evidence;
    const ending = describeEnd(evidence);
    if (coverage_percent === null) {
      if (ending !== undefined) return fail(0, `no coverage: ${ending}`);
      return cannotScore('expected the coverage in the output of the command, found none; have it print a summary');
    }
    if (coverage_percent >= floor) return pass(`${coverage_percent} % covered, at least ${floor} % expected`);
    return fail(coverage_percent / floor, `${coverage_percent} % covered, at least ${floor} % expected`);
  },
});
