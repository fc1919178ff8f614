import { SECRET_RULES } from './rules.ts';

const ANY = new RegExp(SECRET_RULES.map(({ pattern }, index) => `(?<r${index}>${pattern})`).join('|'), 'g');
// every rule contains one of these, and most text contains none. Each starts at a character that is rare in prose and
// code, which lets the engine skip between them: ten times faster than searching for the rules. One alternative per
// such character, so that only its own hints are tried there
const HINT = new RegExp(
  [
    '-(?<=sk-|glpat-|xox[abposr]-|pypi-|-----)',
    '_(?<=gh[pousr]_|_pat_|_sk_|k_live_|k_test_|npm_|hf_|_v1_|private_key_)',
    '\\.(?<=SG\\.|hvs\\.|slack\\.)',
    ':(?=//)',
    'A(?=KIA|SIA|BIA|CCA|Iza|ccountKey)',
    'J(?<=eyJ)',
    'S(?=K[0-9a-f]{8})',
    '[Bb](?=earer )',
    'p(?<=dap)(?=i[0-9a-f])',
  ].join('|'),
);

/** Whether a text may contain secrets; false means that it contains none of the known kinds. */
export const mayContainSecrets = (text: string): boolean => HINT.test(text);

/** Replaces the secrets in a text by their kind, and counts them. */
export function redactText(text: string): { text: string; count: number } {
  if (text.length < 12 || !mayContainSecrets(text)) return { text, count: 0 };
  let count = 0;
  const redacted = text.replace(ANY, (...found) => {
    const groups = found.at(-1) as Record<string, string | undefined>;
    const index = SECRET_RULES.findIndex((_, i) => groups[`r${i}`] !== undefined);
    count++;
    return `[redacted ${SECRET_RULES[index]?.id}]`;
  });
  return { text: redacted, count };
}

/**
 * Redacts the secrets in all texts of a JSON value, and counts them. The value itself is not modified; parts without
 * secrets are shared with it.
 */
export function redact<T>(value: T): { value: T; count: number } {
  let count = 0;
  const walk = (found: unknown, depth: number): unknown => {
    if (typeof found === 'string') {
      const redacted = redactText(found);
      count += redacted.count;
      return redacted.text;
    }
    if (typeof found !== 'object' || found === null) return found;
    // deeper than anything we write: replaced entirely, so that nothing can hide there
    if (depth > DEEPEST) return '[nested too deep]';
    if (Array.isArray(found)) {
      const items = found.map((item) => walk(item, depth + 1));
      return items.every((item, i) => item === found[i]) ? found : items;
    }
    const entries = Object.entries(found);
    const clean = entries.map(([key, item]) => [walk(key, depth) as string, walk(item, depth + 1)] as const);
    return clean.every(([key, item], i) => key === entries[i]?.[0] && item === entries[i]?.[1])
      ? found
      : Object.fromEntries(clean);
  };
  return { value: walk(value, 0) as T, count };
}

const DEEPEST = 200;
