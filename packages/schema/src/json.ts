/** Reading values of JSON that somebody else wrote: every look may find something else than expected. */
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

/** A count of tokens or the like: whole and not negative, else 0. */
export const count = (value: Json): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(number(value) ?? 0)));

export const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

export const isObject = (value: Json): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** When an entry was made, from milliseconds since 1970 that are an instant; else nothing. */
export const stamped = (ms: number | undefined): { at?: string } =>
  ms === undefined || Math.abs(ms) > 8.64e15 ? {} : { at: new Date(ms).toISOString() };

/** A value as a word for a message, whatever it is: an object may have a `toString` that is made to throw. */
export const word = (value: Json): string =>
  typeof value === 'string' ? value : `(${value === null ? 'null' : typeof value})`;
