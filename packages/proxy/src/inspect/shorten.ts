import { redact } from '@assay/scoring';

const LONGEST_TEXT = 2_000;
const MOST_CHARACTERS = 8_000;
const DEEPEST = 50;
// a character as a JSON escape
const LONGEST_CHARACTER = 6;
// with its comma
const LONGEST_NUMBER = 26;

/** A value for the log: without secrets, and truncated. */
export function shorten(value: unknown): unknown {
  // secrets first: a truncated secret would no longer be recognized
  const clean = redact(value).value;
  // most values are clearly short and need not be serialized
  if (mostCharacters(clean, DEEPEST) <= MOST_CHARACTERS) return clean ?? null;
  const short = cut(clean, 0);
  const text = JSON.stringify(short) ?? 'null';
  if (text.length <= MOST_CHARACTERS) return short ?? null;
  return { is_cut: true, characters: text.length, starts: text.slice(0, LONGEST_TEXT) };
}

/** An upper bound of the length of a value as JSON; infinite if it is nested too deep. */
function mostCharacters(value: unknown, levels: number): number {
  if (typeof value === 'string') return value.length * LONGEST_CHARACTER + 3;
  if (typeof value !== 'object' || value === null) return LONGEST_NUMBER;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let most = 3;
  for (const key of Object.keys(value)) {
    most += key.length * LONGEST_CHARACTER + 3;
    most += mostCharacters((value as Readonly<Record<string, unknown>>)[key], levels - 1);
    if (most > MOST_CHARACTERS) break;
  }
  return most;
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
