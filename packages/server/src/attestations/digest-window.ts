import { createHash } from 'node:crypto';
import type { Evaluation } from '@assay/schema';

/** What of an evaluation goes into a score, and is therefore vouched for. */
export type WindowEvaluation = Pick<
  Evaluation,
  'seq' | 'evaluation_id' | 'passed' | 'latency_ms' | 'latency_ref_ms' | 'source'
>;

/** The digest of a window: of its evaluations, a line each, in the order given. */
export const digestWindow = (window: readonly WindowEvaluation[]): string =>
  createHash('sha256').update(window.map(formatLine).join('')).digest('hex');

const formatLine = ({ seq, evaluation_id, passed, latency_ms, latency_ref_ms, source }: WindowEvaluation): string =>
  `${JSON.stringify([seq, evaluation_id, passed, latency_ms, latency_ref_ms, source])}\n`;
