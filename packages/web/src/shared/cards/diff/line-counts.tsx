import type { DiffFile } from '../../diff/parse-diff.ts';
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
