import type { SourceCounts } from '@assay/schema';
import { formatCount } from '../../../shared/format.ts';

/** Which ways the evaluations of a window came in, the commonest first: `runs 120 · sdk 4`. */
export const tellSources = (sources: SourceCounts): string =>
  Object.entries(sources)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([source, count]) => `${source} ${formatCount(count)}`)
    .join(' · ') || 'none';
