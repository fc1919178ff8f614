import type { DiffFile } from '../../diff/parse-diff.ts';
import { formatCount } from '../../format.ts';

/** How many lines came and went. */
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
