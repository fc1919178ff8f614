/**
 * From how many characters on a value is taken for a secret and covered where it occurs. Shorter values are letters and
 * words that occur by chance: covering them would destroy the text around them.
 */
export const SHORTEST_SECRET = 8;
