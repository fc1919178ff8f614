import type { ScorerResult, ScorerVerdict } from '@assay/schema';

/** The verdict over required results: what the formula `gates` says of the scorers, without its schemas. */
export function overallVerdict(required: readonly Pick<ScorerResult, 'verdict'>[]): ScorerVerdict {
  const order = ['ERROR', 'FAIL', 'PASS'] as const;
  return order.find((verdict) => required.some((result) => result.verdict === verdict)) ?? 'N/A';
}
