import pg from 'pg';

const { builtins } = pg.types;

// columns as in the API: instants as UTC text, counts as numbers
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.INT8, toSafeInteger],
]);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Expected an integer below 2^53, found ${text}`);
  return value;
}

/** How the driver reads columns. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
