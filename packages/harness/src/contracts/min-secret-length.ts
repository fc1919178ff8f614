/**
 * The shortest value that is redacted as a secret. Shorter values occur by chance, and redacting them would
 * destroy the text.
 */
export const MIN_SECRET_LENGTH = 8;
