import type { RunDay } from '../store/tables/runs/run-days.ts';

type Counted = 'runs' | 'completed' | 'blocked' | 'failed' | 'scored';
type Resulted = 'passed' | 'not_passed' | 'tampered' | 'unchecked' | 'errored';
type Ranked = 'bronze' | 'silver' | 'gold' | 'elite' | 'unranked';

/** The totals of several days. */
export function sumDays(days: readonly RunDay[]) {
  const sum = (field: Counted | Resulted | Ranked): number => days.reduce((total, day) => total + day[field], 0);
  const scored = sum('scored');
  const points = days.reduce((total, day) => total + (day.mean_score ?? 0) * day.scored, 0);
  const costs = days.flatMap(({ cost_usd_micros }) => (cost_usd_micros === null ? [] : [cost_usd_micros]));
  return {
    runs: sum('runs'),
    outcomes: { COMPLETED: sum('completed'), BLOCKED: sum('blocked'), FAILED: sum('failed') },
    overall: { PASS: sum('passed'), FAIL: sum('not_passed') },
    results: {
      passed: sum('passed'),
      failed: sum('not_passed') - sum('tampered'),
      tampered: sum('tampered'),
      unchecked: sum('unchecked'),
      error: sum('errored'),
    },
    tiers: {
      Bronze: sum('bronze'),
      Silver: sum('silver'),
      Gold: sum('gold'),
      Elite: sum('elite'),
      Unranked: sum('unranked'),
    },
    scored,
    mean_score: scored === 0 ? null : points / scored,
    cost_usd_micros: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
  };
}
