import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Where the transcript of a run is kept in its folder. */
const TRANSCRIPT = 'transcript.jsonl';

/** What an agent says is worth as much as what it saw. */
export const claimsVerified = defineScorer({
  type: 'claims_verified',
  title: 'What is claimed is what happened',
  description: 'A report that contradicts the run makes the next one worthless too.',
  family: 'hygiene',
  required_by_default: false,
  may_gate: true,
  requires: ['claims'],

  score({ claims }) {
    const checked = claims.filter(({ holds }) => holds !== null);
    if (claims.length === 0) return notApplicable('nothing is claimed of the tests');
    if (checked.length === 0)
      return notApplicable(`it cannot be told whether what is claimed holds: ${claims[0]?.why}`);
    const wrong = checked.filter(({ holds }) => holds === false);
    if (wrong.length === 0) return pass(`${checked.length} of ${claims.length} claims checked, all hold`);
    return fail(
      (checked.length - wrong.length) / checked.length,
      `${wrong.length} of ${checked.length} claims do not hold`,
      {
        findings: wrong.map(({ claim, why }) => ({ path: TRANSCRIPT, message: `"${claim}", but ${why}` })),
      },
    );
  },
});
