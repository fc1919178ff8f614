import type { AxisDimension } from '@assay/schema';

/** A dimension, and how its lost points are divided among signals and evidence. */
export interface Measured {
  readonly dimension: AxisDimension;
  /** Shares sum to 1 when points were lost. */
  readonly parts: readonly Part[];
}

export interface Part {
  readonly signal: string;
  readonly share: number;
  readonly reason: string;
  readonly ref: string | null;
}

/** A dimension without a score: it costs no points and states why. */
export function unscored(
  status: 'not_applicable' | 'withheld',
  reason: string,
  counts: { interactions: number; judged: number },
): Measured {
  return { dimension: { status, score: null, raw: null, signals: {}, ...counts, reason }, parts: [] };
}
