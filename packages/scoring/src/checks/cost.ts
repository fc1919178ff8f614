import { defineCheck, fail, notApplicable, pass } from './check.ts';

/** Checks the cost against a limit. */
export const cost = defineCheck({
  type: 'cost',
  title: 'The answer was cheap enough',
  description: 'The highest cost of a call, as reported by the caller.',
  check({ max_usd }, { cost_usd }) {
    if (cost_usd === undefined) return notApplicable('the evaluation has no cost_usd');
    const both = `${cost_usd} USD of at most ${max_usd} USD`;
    return cost_usd <= max_usd ? pass(both) : fail(both);
  },
});
