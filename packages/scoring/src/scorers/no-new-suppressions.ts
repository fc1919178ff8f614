import { describeSignal, shareWithout } from '../code-signals.ts';
import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Warnings are to be heeded, not hushed. */
export const noNewSuppressions = defineScorer({
  type: 'no_new_suppressions',
  title: 'No warning is newly silenced',
  description: 'A check that is told to look away finds nothing.',
  family: 'hygiene',
  required_by_default: false,
  may_gate: true,
  may_be_allowed: true,
  requires: ['signals', 'changed_paths'],

  // one for another is no more than before
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
