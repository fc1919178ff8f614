/** The positions of the rows of a list. */
export interface RowLayout {
  readonly count: number;
  readonly height: number;
  readonly topOf: (row: number) => number;
  /** The row at a position. */
  readonly rowAt: (y: number) => number;
}

/** Rows of one height. */
export const evenRows = (count: number, rowHeight: number): RowLayout => ({
  count,
  height: count * rowHeight,
  topOf: (row) => row * rowHeight,
  rowAt: (y) => clamp(Math.floor(y / rowHeight), count),
});

/** Rows of known, different heights. */
export function unevenRows(count: number, heightOf: (row: number) => number): RowLayout {
  const tops = new Float64Array(count + 1);
  for (let row = 0; row < count; row++) tops[row + 1] = (tops[row] as number) + heightOf(row);
  return {
    count,
    height: tops[count] as number,
    topOf: (row) => tops[row] ?? 0,
    rowAt: (y) => {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((tops[middle] as number) <= y) low = middle;
        else high = middle - 1;
      }
      return clamp(low, count);
    },
  };
}

const clamp = (row: number, count: number): number => Math.max(0, Math.min(count - 1, row));
