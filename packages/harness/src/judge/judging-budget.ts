/** The budget for judging. A question in progress is finished when it runs out. */
export interface JudgingBudget {
  /** The initial budget; null for no limit. */
  readonly usd: number | null;
  /** The budget as text once it is used up; null before. */
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
