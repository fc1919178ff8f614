import { describeEnd } from '../command-end.ts';
import { readEvidence } from '../read-evidence.ts';
import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Requires tests for new code. */
export const coverageNotDecreased = defineScorer({
  type: 'coverage_not_decreased',
  title: 'The tests cover as much as before',
  description: 'Fails when a smaller share of the code is covered than at the baseline, or than the floor.',
  family: 'hygiene',
  required_by_default: false,
  may_gate: true,
  requires: ['commands', 'baseline_commands'],
  compares: ({ command, floor }) => (floor === undefined ? command : null),

  score({ commands, baseline_commands }, { command, floor }) {
    const evidence = readEvidence(commands, { what: 'the command', name: command });
    const least =
      floor ?? readEvidence(baseline_commands, { what: 'the command at the baseline', name: command }).coverage_percent;
    if (least === null) return notApplicable('no coverage was measured at the baseline');
    const { coverage_percent } = evidence;
    const ending = describeEnd(evidence);
    if (coverage_percent === null)
      return fail(0, `no coverage: ${ending ?? 'exit code 0; have the command print a summary of its coverage'}`);
    const expected = floor === undefined ? `${least} % at the baseline` : `at least ${least} % expected`;
    if (coverage_percent >= least) return pass(`${coverage_percent} % covered, ${expected}`);
    return fail(coverage_percent / least, `${coverage_percent} % covered, ${expected}`);
  },
});
