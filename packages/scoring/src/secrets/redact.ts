import { SECRET_RULES } from './rules.ts';

const ANY = new RegExp(SECRET_RULES.map(({ pattern }, index) => `(?<r${index}>${pattern})`).join('|'), 'g');
// every rule has one of these in it: most text has none, and is passed over at once
const HINT =
  /PRIVATE KEY|sk-|_sk_|AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat_|glpat-|AIza|xox|slack\.com|[rs]k_|npm_|pypi-|hf_|SG\.|SK[0-9a-f]|_v1_|dapi|hvs\.|AccountKey|eyJ|earer |:\/\//;

/** Text without its secrets, and how many there were. Each leaves the kind it was of. */
export function redactText(text: string): { text: string; count: number } {
  if (text.length < 12 || !HINT.test(text)) return { text, count: 0 };
  let count = 0;
  const redacted = text.replace(ANY, (...found) => {
    const groups = found.at(-1) as Record<string, string | undefined>;
    const index = SECRET_RULES.findIndex((_, i) => groups[`r${i}`] !== undefined);
    count++;
    return `[redacted ${SECRET_RULES[index]?.id}]`;
  });
  return { text: redacted, count };
}

/** A value of JSON with the secrets of all its texts taken out, and how many there were. The value itself is left alone. */
export function redact<T>(value: T): { value: T; count: number } {
  let count = 0;
  const walk = (found: unknown, depth: number): unknown => {
    if (typeof found === 'string') {
      const redacted = redactText(found);
      count += redacted.count;
      return redacted.text;
    }
    if (typeof found !== 'object' || found === null) return found;
    // deeper than anything we write: from there on it is shown as text, and cannot hide a secret
    if (depth > DEEPEST) return '[nested too deep]';
    if (Array.isArray(found)) return found.map((item) => walk(item, depth + 1));
    return Object.fromEntries(Object.entries(found).map(([key, item]) => [walk(key, depth), walk(item, depth + 1)]));
  };
  return { value: walk(value, 0) as T, count };
}

const DEEPEST = 200;
