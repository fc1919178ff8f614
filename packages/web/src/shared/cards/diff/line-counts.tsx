import type { DiffFile } from '@assay/scoring';
import { formatCount } from '../../format.ts';

/** Numbers of added and removed lines. */
export function LineCounts({ counts }: { counts: Pick<DiffFile, 'additions' | 'deletions'> }) {
  return (
    <>
      <span className="number" data-line="added">
        +{formatCount(counts.additions)}
      </span>
      <span className="number" data-line="removed">
        −{formatCount(counts.deletions)}
      </span>
    </>
  );
}
