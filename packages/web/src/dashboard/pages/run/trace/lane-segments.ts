import type { Lanes } from '../../../../shared/lanes.ts';

/** A stretch of interactions during which a sub-agent worked. */
export interface LaneSegment {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** When sub-agents worked, by column. */
export function laneSegments({ columns, passing }: Lanes): LaneSegment[] {
  const segments: LaneSegment[] = [];
  for (let column = 1; column < columns; column++) {
    let from = -1;
    for (let row = 0; row <= passing.length; row++) {
      const isIn = ((passing[row] ?? 0) & (1 << column)) !== 0;
      if (isIn && from === -1) from = row;
      if (isIn || from === -1) continue;
      segments.push({ column, from, to: row });
      from = -1;
    }
  }
  return segments;
}
