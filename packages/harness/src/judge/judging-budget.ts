/** What may still be spent on judging. A question that is under way when it runs out is finished. */
export interface JudgingBudget {
  /** What it was in the beginning; null for no bound. */
  readonly usd: number | null;
  /** What is spent, as people write it, once nothing is left; null before. */
  reached(): string | null;
  add(cost_usd_micros: number | null): void;
  readonly spent_usd_micros: number;
}

export function createJudgingBudget(usd: number | null): JudgingBudget {
  let spent = 0;
  return {
    usd,
    reached: () => (usd !== null && spent >= usd * 1e6 ? `$${usd}` : null),
    add: (cost) => {
      spent += cost ?? 0;
    },
    get spent_usd_micros() {
      return spent;
    },
  };
}
