import type { Run, ScorerConfig } from '@assay/schema';
import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Limits the cost, tokens, turns and time of a run. */
export const budget = defineScorer({
  type: 'budget',
  title: 'The run stayed within its budget',
  description: 'Fails when a run exceeds a limit on cost, tokens, turns or time.',
  family: 'scope',
  required_by_default: false,
  may_gate: true,
  requires: ['run'],

  score({ run }, config) {
    const limits = listLimits(run, config);
    if (limits.length === 0) return notApplicable('no limit is set');
    const over = limits.filter(({ used, limit }) => used !== null && used > limit);
    const unknown = limits.filter(({ used }) => used === null).map(({ unit }) => unit);
    if (over.length > 0)
      return fail(
        Math.min(...over.map(({ used, limit }) => limit / (used ?? limit))),
        over.map(({ used, limit, unit }) => `${used} of at most ${limit} ${unit}`).join(', '),
      );
    // an unmeasured limit cannot be confirmed
    if (unknown.length > 0) return notApplicable(`it is not known how many ${unknown.join(' and ')} were used`);
    return pass(limits.map(({ used, limit, unit }) => `${used} of at most ${limit} ${unit}`).join(', '));
  },
});

interface Limit {
  readonly used: number | null;
  readonly limit: number;
  readonly unit: string;
}

function listLimits(run: Run, { cost_usd, tokens, turns, wall_s }: ScorerConfig<'budget'>): Limit[] {
  const usd = run.cost_usd_micros === null ? null : run.cost_usd_micros / 1_000_000;
  const counted = run.usage === null ? null : run.usage.input_tokens + run.usage.output_tokens;
  const seconds = run.wall_ms === null ? null : run.wall_ms / 1000;
  const limits = [
    { used: usd, limit: cost_usd, unit: 'US dollars' },
    { used: counted, limit: tokens, unit: 'tokens' },
    { used: run.turns, limit: turns, unit: 'turns' },
    { used: seconds, limit: wall_s, unit: 'seconds' },
  ];
  return limits.flatMap(({ limit, ...rest }) => (limit === undefined ? [] : [{ ...rest, limit }]));
}
