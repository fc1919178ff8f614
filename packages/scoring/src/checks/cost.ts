import { defineCheck, fail, notApplicable, pass } from './check.ts';

/** Holds what it cost against a limit. */
export const cost = defineCheck({
  type: 'cost',
  title: 'The answer was cheap enough',
  description: 'What a call may cost. Told by the caller.',
  check({ max_usd }, { cost_usd }) {
    if (cost_usd === undefined) return notApplicable('the evaluation carries no cost_usd');
    const both = `${cost_usd} USD of at most ${max_usd} USD`;
    return cost_usd <= max_usd ? pass(both) : fail(both);
  },
});
