/** The folders that contain a path, outermost first. */
export const listParents = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
