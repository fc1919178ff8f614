import type { SourceCounts } from '@assay/schema';
import { formatCount } from '../../../shared/format.ts';

/** The sources of the evaluations in a window, most frequent first: `runs 120 · sdk 4`. */
export const formatSources = (sources: SourceCounts): string =>
  Object.entries(sources)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([source, count]) => `${source} ${formatCount(count)}`)
    .join(' · ') || 'none';
