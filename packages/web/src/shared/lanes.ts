import type { Interaction } from '@assay/schema';

/** The layout of sub-agents: the main thread is column 0; a sub-agent has a column from its first to its last row. */
export interface Lanes {
  readonly columns: number;
  readonly byId: ReadonlyMap<string, Lane>;
  /** The columns that pass through each row, as bits. */
  readonly passing: Uint8Array;
}

interface Lane {
  readonly number: number;
  readonly column: number;
}

// fits a byte and a phone; more sub-agents share the last column
const MAX_COLUMNS = 6;

export function layoutLanes(interactions: readonly Interaction[]): Lanes {
  const lastRow = new Map<string, number>();
  interactions.forEach(({ lane }, row) => {
    if (lane !== undefined) lastRow.set(lane, row);
  });
  const byId = new Map<string, Lane>();
  const passing = new Uint8Array(interactions.length);
  let running: { column: number; end: number }[] = [];

  interactions.forEach(({ lane }, row) => {
    if (lane !== undefined && !byId.has(lane)) {
      const column = freeColumn(running.map((other) => other.column));
      byId.set(lane, { number: byId.size + 1, column });
      running.push({ column, end: lastRow.get(lane) ?? row });
    }
    passing[row] = running.reduce((bits, { column }) => bits | (1 << column), 1);
    running = running.filter(({ end }) => end > row);
  });
  const columns = [...byId.values()].reduce((most, { column }) => Math.max(most, column + 1), 1);
  return { columns, byId, passing };
}

function freeColumn(taken: readonly number[]): number {
  for (let column = 1; column < MAX_COLUMNS; column++) if (!taken.includes(column)) return column;
  return MAX_COLUMNS - 1;
}
