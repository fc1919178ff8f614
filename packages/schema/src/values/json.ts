/** JSON from an external source. Every value may have an unexpected type. */
export type Json = unknown;

/** The value at a path of keys, or undefined. */
export function at(value: Json, ...path: readonly (string | number)[]): Json {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

export const text = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);

export const number = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A value as a whole, non-negative count; 0 if it is not a number. */
export const count = (value: Json): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(number(value) ?? 0)));

export const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

export const isObject = (value: Json): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The timestamp of an entry from Unix milliseconds; empty if it is not a valid date. */
export const readTimestamp = (ms: number | undefined): { at?: string } =>
  ms === undefined || Math.abs(ms) > 8.64e15 ? {} : { at: new Date(ms).toISOString() };

/** A value as text for a message. Never calls `toString`, which may throw. */
export const word = (value: Json): string =>
  typeof value === 'string' ? value : `(${value === null ? 'null' : typeof value})`;
