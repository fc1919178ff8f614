const SHORTEST_TEXT = 1024;
const LONGEST_JSON = 1024 * 1024;
/** Cost of visiting one value, in characters that could be escaped in the same time. */
const VALUE_COST = 400;
/** Loss after which no more literals are collected. */
const CREDIT = 1_000_000;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
// since ES2026 a reviver receives the source text of a value
const reviveJson = JSON.parse as (json: string, reviver: Reviver) => unknown;

/**
 * Parses JSON and remembers the literals of its long strings, because escaping them again takes longer than parsing.
 */
export function createLiteralParser() {
  let literals: { readonly text: string; readonly literal: string }[] = [];
  // escaped characters saved, minus the cost of visiting values: with many small values it does not pay off
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
        // invalid JSON, or nested too deep for a reviver
        return JSON.parse(json);
      }
    },

    /** The result of `JSON.stringify(text)`, if the last JSON contained exactly that. */
    literalOf(text: string): string | undefined {
      const literal = literals.find((found) => found.text === text)?.literal;
      return literal === undefined || isUnusual(literal) ? undefined : literal;
    },
  };
}

// JSON.stringify does not write these escapes, and they could hide secrets
const isUnusual = (literal: string): boolean => literal.includes('\\u') || literal.includes('\\/');
