import type { z } from 'zod';
import { AssayError } from './assay-error.ts';
import { describeExpected } from './expected.ts';
import { fieldOf } from './outline.ts';

/** Turns unknown data into known, or throws `invalid_input` naming the first field at fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = innermost(parsed.error.issues[0] as z.core.$ZodIssue);
  const path = formatPath(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] as string] : issue.path);
  const others = parsed.error.issues.length - 1;
  const more = others === 0 ? '' : `; and ${others} more`;
  throw new AssayError('invalid_input', `${path === '' ? 'the input' : path}: ${describe(issue, value)}${more}`, {
    path,
    cause: parsed.error,
  });
}

/** `['stages', 2, 'attempts']` as people write it: `stages[2].attempts`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) text += typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${String(key)}`;
  return text;
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  // a schema with words of its own says by itself what it found, where that helps
  if (issue.code === 'custom' && issue.message !== 'Invalid input') return issue.message;
  const expected = `expected ${describeExpected(issue)}`;
  if (issue.code === 'unrecognized_keys') return expected;
  if (issue.code === 'invalid_key') return `${expected}, found ${formatFound(issue.path.at(-1))}`;
  // as it was sent: an issue only knows what was made of it, such as NaN of a word
  return `${expected}, found ${formatFoundAt(issue.path, issue.path.reduce(fieldOf, value) ?? issue.input)}`;
}

// what they hold is not for messages, which end up in logs
const SECRET = /(?:^|[_-])(?:key|token|secret|password|authorization|cookie)$/i;

/** A value at a glance, unless it is in a field that is named like one with a secret: then only how long it is. */
export const formatFoundAt = (path: readonly PropertyKey[], value: unknown): string =>
  typeof value === 'string' && path.some((key) => typeof key === 'string' && SECRET.test(key))
    ? `a text of ${value.length} characters`
    : formatFound(value);

// between the protocol and the host of an address
const PASSWORD = /(:\/\/)[^/?#@\s]*@/;

/** A value at a glance, for a message: it may be large, or nested a million deep. */
export function formatFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object with ${Object.keys(value).length} fields`;
  const text = typeof value === 'string' ? JSON.stringify(value.replace(PASSWORD, '$1…@')) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

// a union's own issue says only "invalid": the branch that got furthest says what is wrong
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const deepest = issue.errors
    .flatMap((branch) => branch.slice(0, 1))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (deepest === undefined || deepest.path.length === 0) return issue;
  return innermost({ ...deepest, path: [...issue.path, ...deepest.path] });
}
