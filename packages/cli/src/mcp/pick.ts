/** The named fields of an object that exist. */
export const pick = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
