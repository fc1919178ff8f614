/**
 * Code as people write it, such as `process.exit(`, by language. A phrase matches whole words. `*` is any rest of a
 * name, `^` the start of the statement.
 */
export type Phrases = Readonly<Record<string, readonly string[]>>;

/** Whether code says one of these, outside of strings. What one language says means nothing in another. */
export function createPhrases(phrases: Phrases): (code: string) => boolean {
  const pattern = new RegExp(Object.values(phrases).flat().map(toSource).join('|'));
  return (code) => pattern.test(withoutStrings(code));
}

const WORD = '[\\w$]';

function toSource(phrase: string): string {
  const isStart = phrase.startsWith('^');
  const text = isStart ? phrase.slice(1) : phrase;
  const source = text.replaceAll(/[^\w\s*]/g, '\\$&').replaceAll('*', `${WORD}*`);
  const before = isStart ? '^' : /^[\w*]/.test(text) ? `(?<!${WORD})` : '';
  return `${before}${source}${/\w$/.test(text) ? `(?!${WORD})` : ''}`;
}

const withoutStrings = (code: string): string => code.replaceAll(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, '""');
