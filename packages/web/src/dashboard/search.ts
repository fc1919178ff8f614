/** The query string of a URL. A repeated name gives a list. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Parses a query string such as `?status=running&tier=Gold&tier=Elite`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const all = fields.getAll(name);
      return [name, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
}

export function formatSearch(search: Readonly<Record<string, unknown>>): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') fields.append(name, String(one));
  return fields.size === 0 ? '' : `?${fields}`;
}

/** The first value of a field. */
export const readSearchText = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** All values of a field. */
export const readSearchTexts = (search: Search, name: string): readonly string[] => {
  const value = search[name];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
};
