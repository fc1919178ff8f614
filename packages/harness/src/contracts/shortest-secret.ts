/**
 * The shortest value that is redacted as a secret. Shorter values occur by chance, and redacting them would
 * destroy the text.
 */
export const SHORTEST_SECRET = 8;
