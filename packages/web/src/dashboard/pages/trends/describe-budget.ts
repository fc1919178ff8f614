import { formatCents } from '../../../shared/format.ts';
import type { Tone } from '../../../shared/tone.ts';
import { formatShare } from './format-share.ts';

// the same shares at which webhooks are called
const [NEAR, FULL] = [0.8, 1];

export interface UsedBudget {
  /** `82% of $200.00 used`. */
  readonly sentence: string;
  readonly tone: Tone | undefined;
}

/** How much of the budget of a month is used; null without a budget. */
export function describeBudget(cost_usd_micros: number | null, budget_usd_micros: number | null): UsedBudget | null {
  if (budget_usd_micros === null) return null;
  const share = (cost_usd_micros ?? 0) / budget_usd_micros;
  return {
    sentence: `${formatShare(share)} of ${formatCents(budget_usd_micros / 1_000_000)} used`,
    tone: share >= FULL ? 'bad' : share >= NEAR ? 'warn' : undefined,
  };
}
