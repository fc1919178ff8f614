import { redact } from '@assay/scoring';

const LONGEST_TEXT = 2_000;
const MOST_CHARACTERS = 8_000;
const DEEPEST = 50;

/** A value as a log keeps it: without secrets, and no longer than a person would read. */
export function shorten(value: unknown): unknown {
  // secrets first: half of one is still half of one
  const short = cut(redact(value).value, 0);
  const text = JSON.stringify(short) ?? 'null';
  if (text.length <= MOST_CHARACTERS) return short ?? null;
  return { is_cut: true, characters: text.length, starts: text.slice(0, LONGEST_TEXT) };
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length <= LONGEST_TEXT ? value : `${value.slice(0, LONGEST_TEXT / 4)}… [${value.length} characters]`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '[nested too deep]';
  if (Array.isArray(value)) return value.slice(0, LONGEST_TEXT).map((item) => cut(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, LONGEST_TEXT)
      .map(([key, item]) => [key, cut(item, depth + 1)]),
  );
}
