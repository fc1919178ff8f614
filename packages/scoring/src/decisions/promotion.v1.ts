import { Promotion, PromotionInput } from '@assay/schema';
import { defineFormula } from '../formula.ts';

/**
 * Whether a change may be proposed. Fail-closed: every condition has to hold, and all that do not are listed.
 *
 *   promote = the verdict is improved, promotes and has no regression
 *             and every scenario proved itself
 *             and the working tree is clean
 *             and nothing but artifacts changed
 *             and, where one is required, there is a recent A/A comparison
 *
 * Frozen.
 */
export const promotionV1 = defineFormula({
  id: 'promotion',
  version: '1',
  title: 'Promotion',
  description: 'Whether a verdict becomes a pull request, and everything that speaks against it.',
  input: PromotionInput,
  output: Promotion,
  example: {
    verdict: { verdict: 'improved', promote: true, regressions: [] },
    scenarios_proven: true,
    working_tree_clean: false,
    paths_outside_artifacts: [],
  },
  compute({ verdict, scenarios_proven, working_tree_clean, paths_outside_artifacts, aa }) {
    const conditions: [holds: boolean, blocker: string][] = [
      [verdict.verdict === 'improved', `the verdict is ${verdict.verdict}, not improved`],
      [verdict.promote, 'the verdict does not promote'],
      [verdict.regressions.length === 0, `${verdict.regressions.length} regressions, proven or suspected`],
      [scenarios_proven, 'a scenario has not proved itself'],
      [working_tree_clean, 'the working tree has uncommitted changes'],
      [
        paths_outside_artifacts.length === 0,
        `the candidate changes more than artifacts: ${paths_outside_artifacts.join(', ')}`,
      ],
      [aa === undefined || !aa.required || aa.recent, 'a recent A/A comparison is required and there is none'],
    ];
    const blockers = conditions.filter(([holds]) => holds !== true).map(([, blocker]) => blocker);
    return { promote: blockers.length === 0, blockers };
  },
});
