import { shorten } from '../../insights/quote-call.ts';
import type { FindingRule } from './finding-rule.ts';

/** A last message that says the opposite of what the checks show. */
export const falseClaim: FindingRule = {
  kind: 'false-claim',

  find: ({ requests }) =>
    requests.flatMap(({ claims }) => {
      const claim = claims.find(({ state }) => state === 'contradicted');
      if (claim === undefined) return [];
      return [
        {
          message: `the last message says “${shorten(claim.claim, 100)}”, but ${claim.reason}`,
          advice: 'Run the check yourself before you rely on the change.',
          refs: claim.refs,
          cost: { cost_usd: null, wall_ms: null },
        },
      ];
    }),
};
