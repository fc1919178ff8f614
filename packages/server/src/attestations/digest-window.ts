import { createHash } from 'node:crypto';
import type { Evaluation } from '@assay/schema';

/** The fields of an evaluation that its score depends on and that are attested. */
export type WindowEvaluation = Pick<
  Evaluation,
  'seq' | 'evaluation_id' | 'passed' | 'latency_ms' | 'latency_ref_ms' | 'source'
>;

/** The digest of a window: one line per evaluation, in the given order. */
export const digestWindow = (window: readonly WindowEvaluation[]): string =>
  createHash('sha256').update(window.map(formatLine).join('')).digest('hex');

const formatLine = ({ seq, evaluation_id, passed, latency_ms, latency_ref_ms, source }: WindowEvaluation): string =>
  `${JSON.stringify([seq, evaluation_id, passed, latency_ms, latency_ref_ms, source])}\n`;
