import type { LatencyBaseline } from '@assay/schema';
import { median } from '../math/quantile.ts';

const SAMPLES = 20;

/** The typical duration of a workspace: the median wall time of its last 20 completed runs, oldest first. */
export function latencyBaseline(completedWallMs: readonly number[]): LatencyBaseline | null {
  const last = completedWallMs.slice(-SAMPLES);
  const p50_ms = median(last);
  return p50_ms === null ? null : { p50_ms, sample_count: last.length };
}
