import { formatCount } from '../../../shared/format.ts';

/** Says that a list was too long to be sorted as a whole. */
export const CutNote = ({ rows }: { rows: number }) => (
  <p className="note">Only the first {formatCount(rows)} are sorted and shown. There are more.</p>
);
