import { describeSignal, shareWithout } from '../code-signals.ts';
import { describeChange, matchChanges } from '../paths/path-patterns.ts';
import { DETECTION, defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Protects the test runner and its configuration. */
export const runnerConfigUnmodified = defineScorer({
  type: 'runner_config_unmodified',
  title: 'The tests run as before',
  description: 'Fails when files change that decide which tests run and when they count as passed.',
  ...DETECTION,
  requires: ['signals', 'changed_paths'],

  score({ signals, changed_paths }, { patterns }) {
    if (changed_paths.length === 0) return notApplicable('nothing changed');
    const findings =
      patterns === undefined
        ? signals.filter(({ kind }) => kind === 'runner_config').map(describeSignal)
        : changed_paths
            .filter(matchChanges({ patterns, glob: 'fnmatch' }))
            .map((change) => ({ path: change.path, message: describeChange(change) }));
    if (findings.length === 0) return pass('nothing that decides how tests run was changed');
    const files = new Set(findings.map(({ path }) => path)).size;
    return fail(shareWithout(findings, changed_paths), `${files} files that decide how tests run were changed`, {
      findings,
    });
  },
});
