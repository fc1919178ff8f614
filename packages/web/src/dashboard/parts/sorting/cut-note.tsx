import { formatCount } from '../../../shared/format.ts';

/** Says that a list was too long to be sorted as a whole. */
export const CutNote = ({ rows }: { rows: number }) => (
  <p className="note">Sorts the first {formatCount(rows)} only. There are more.</p>
);
