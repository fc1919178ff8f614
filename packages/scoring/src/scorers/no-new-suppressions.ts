import { describeSignal, shareWithout } from '../code-signals.ts';
import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Detects newly silenced warnings. */
export const noNewSuppressions = defineScorer({
  type: 'no_new_suppressions',
  title: 'No warning is newly silenced',
  description: 'Fails when a change silences more warnings than it restores.',
  family: 'hygiene',
  required_by_default: false,
  may_gate: true,
  may_be_allowed: true,
  requires: ['signals', 'changed_paths'],

  // replacing one suppression by another is no increase
  score({ signals, changed_paths }) {
    if (changed_paths.length === 0) return notApplicable('nothing changed');
    const own = signals.filter(({ kind }) => kind === 'suppression');
    const added = own.filter(({ change }) => change === 'added');
    const net = added.length - (own.length - added.length);
    if (net <= 0) return pass(`${added.length} warnings newly silenced, ${own.length - added.length} no longer`);
    return fail(shareWithout(added, changed_paths), `${net} more warnings silenced than before`, {
      findings: added.map(describeSignal),
    });
  },
});
