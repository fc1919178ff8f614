import type { ReputationStatement } from '@assay/schema';
import { compute, reputationV1 } from '@assay/scoring';
import { digestWindow, type WindowEvaluation } from './digest-window.ts';
import type { RejectionReason } from './verify-attestation.ts';

/** Checks the evaluations of a window against an attestation. Null if they match and give the attested score. */
export function verifyWindow(
  { subject, predicate }: ReputationStatement,
  window: readonly WindowEvaluation[],
): { reason: RejectionReason; detail: string } | null {
  const attested = subject[0]?.digest.sha256;
  if (digestWindow(window) !== attested) {
    const inOrder = window.toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
    return digestWindow(inOrder) === attested
      ? { reason: 'reordered', detail: 'these are the attested evaluations in another order' }
      : { reason: 'window_mismatch', detail: 'these are not the attested evaluations' };
  }
  if (predicate.score === null) return null;
  const evaluations = window.map(({ passed, latency_ms, latency_ref_ms }) => ({
    passed: passed === true,
    latency_ms,
    latency_ref_ms,
  }));
  const { score } = compute(reputationV1, { evaluations });
  if (score === predicate.score) return null;
  return {
    reason: 'window_mismatch',
    detail: `the evaluations give a score of ${score}, but ${predicate.score} was attested`,
  };
}
