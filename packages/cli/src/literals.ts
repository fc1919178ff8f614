const SHORTEST_TEXT = 1024;
const LONGEST_JSON = 1024 * 1024;
/** What looking at one value costs, in characters that could be escaped in the time. */
const VALUE_COST = 400;
/** What may be lost before the search is given up. */
const CREDIT = 1_000_000;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
// as of ES2026 a reviver is told how a value was written
const reviveJson = JSON.parse as (json: string, reviver: Reviver) => unknown;

/**
 * Parses JSON and remembers how the long texts of the last were written: to escape them again takes longer than all
 * of the parsing.
 */
export function createLiteralParser() {
  let literals: { readonly text: string; readonly literal: string }[] = [];
  // characters that need no escaping any more, less what finding them took: many small values are better left alone
  let balance = CREDIT;
  const remember: Reviver = (_, value, { source }) => {
    balance -= VALUE_COST;
    if (typeof value === 'string' && value.length >= SHORTEST_TEXT && source !== undefined) {
      balance += value.length;
      literals.push({ text: value, literal: source });
    }
    return value;
  };
  return {
    parse(json: string): unknown {
      literals = [];
      if (json.length < SHORTEST_TEXT || json.length > LONGEST_JSON || balance < 0) return JSON.parse(json);
      try {
        return reviveJson(json, remember);
      } catch {
        // no JSON, or nested deeper than a reviver can go
        return JSON.parse(json);
      }
    },

    /** What `JSON.stringify` makes of a text, if that is how it was written. */
    literalOf(text: string): string | undefined {
      const literal = literals.find((found) => found.text === text)?.literal;
      return literal === undefined || isUnusual(literal) ? undefined : literal;
    },
  };
}

// we would write neither a slash nor most characters like that, and secrets could hide so
const isUnusual = (literal: string): boolean => literal.includes('\\u') || literal.includes('\\/');
