import { type Invocation, type Run, toUsdMicros } from '@assay/schema';

/** The shared budget of all runs of an invocation. */
export interface Budget {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly wall_s: number | null;
}

export const NO_BUDGET: Budget = { usd: null, tokens: null, wall_s: null };

/** What the runs of an invocation have spent. */
export type Spending = Invocation['spent'];

export const NOTHING_SPENT: Spending = { usd: 0, tokens: 0, wall_ms: 0 };

interface Purse {
  add(run: Run): void;
  /** Total spending, including earlier. */
  total(): Spending;
  /** The used-up limit as text; null if none. */
  reached(): string | null;
}

/** Tracks a budget, including earlier spending. */
export function openBudgetTracker(budget: Budget, { before, now }: { before: Spending; now: () => number }): Purse {
  const began_ms = now();
  let { tokens } = before;
  let micros = toUsdMicros(before.usd) ?? 0;
  const wallMs = (): number => before.wall_ms + now() - began_ms;
  return {
    add: ({ cost_usd_micros, usage }) => {
      micros += cost_usd_micros ?? 0;
      tokens += usage === null ? 0 : usage.input_tokens + usage.output_tokens;
    },
    total: () => ({ usd: micros / 1e6, tokens, wall_ms: Math.max(0, Math.round(wallMs())) }),
    reached: () => {
      if (budget.usd !== null && micros >= budget.usd * 1e6) return `$${budget.usd}`;
      if (budget.tokens !== null && tokens >= budget.tokens) return `${budget.tokens} tokens`;
      return budget.wall_s !== null && wallMs() >= budget.wall_s * 1000 ? `${budget.wall_s} s` : null;
    },
  };
}
