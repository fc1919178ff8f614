import { z } from 'zod';
import { AssayError } from './assay-error.ts';
import { closeAlternatives } from './close-alternatives.ts';
import { describeExpected } from './expected.ts';
import { readField } from './outline.ts';

/** More faults are counted, but neither described nor reported. */
export const MAX_FAULTS = 100;
// in a larger value, the faults after the first would take longer to collect than all of it to read
const MAX_VALUES = 10_000;

/** Validates data against a schema, or throws `invalid_input` with the first invalid field. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = validate(schema, value);
  if ('data' in parsed) return parsed.data;
  const issue = innermost(parsed.issues[0] as z.core.$ZodIssue);
  const path = formatPath(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] as string] : issue.path);
  const others = parsed.count - 1;
  const more = others === 0 ? '' : `; and ${others} more`;
  throw new AssayError('invalid_input', `${path === '' ? 'the input' : path}: ${describe(issue, value)}${more}`, {
    path,
    cause: new z.ZodError([...parsed.issues]),
  });
}

type Validated<T> = { readonly data: T } | { readonly issues: readonly z.core.$ZodIssue[]; readonly count: number };

/** The valid data, or the first issues and how many were found. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): Validated<T> {
  const context = { async: false, reportInput: true, abortEarly: hasMoreValues(value, MAX_VALUES) } as const;
  // not safeParse, which describes every issue
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new TypeError('Schemas must not be asynchronous');
  if (result.issues.length === 0) return { data: result.value as T };
  const first = result.issues.slice(0, MAX_FAULTS);
  return {
    issues: first.map((issue) => z.core.util.finalizeIssue(issue, context, z.config())),
    count: result.issues.length,
  };
}

// iterative, because recursion could overflow the stack on deep input
function hasMoreValues(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0; seen++) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) continue;
    const inner = Array.isArray(one) ? one : Object.values(one);
    if (seen + open.length + inner.length > most) return true;
    for (const each of inner) open.push(each);
  }
  return false;
}

/** Formats `['stages', 2, 'attempts']` as `stages[2].attempts`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) text += typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${String(key)}`;
  return text;
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  // a schema's own message already includes the found value if that helps
  if (issue.code === 'custom' && issue.message !== 'Invalid input') return issue.message;
  const expected = `expected ${describeExpected(issue)}`;
  if (issue.code === 'unrecognized_keys') return expected;
  if (issue.code === 'invalid_key') return `${expected}, found ${formatFound(issue.path.at(-1))}`;
  // show the value as sent: the issue has the coerced one, such as NaN for a word
  return `${expected}, found ${formatFoundAt(issue.path, issue.path.reduce(readField, value) ?? issue.input)}`;
}

// messages end up in logs, so values of these fields are not shown
const SECRET = /(?:^|[_-])(?:key|token|secret|password|authorization|cookie)$/i;

/** A short form of a value for a message. For fields named like a secret, only the length. */
export const formatFoundAt = (path: readonly PropertyKey[], value: unknown): string =>
  typeof value === 'string' && path.some((key) => typeof key === 'string' && SECRET.test(key))
    ? `text of ${value.length} characters`
    : formatFound(value);

// user name and password in a URL
const PASSWORD = /(:\/\/)[^/?#@\s]*@/;

/** A short form of a value for a message. Never recurses, because the value may be large or deeply nested. */
export function formatFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${count(value.length, 'item')}`;
  if (typeof value === 'object' && value !== null) return `an object with ${count(Object.keys(value).length, 'field')}`;
  const text = typeof value === 'string' ? JSON.stringify(value.replace(PASSWORD, '$1…@')) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

// a union's own issue says only "invalid": use the issue of the branch that got furthest
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const close = closeAlternatives(issue);
  const deepest = (close.length === 0 ? issue.errors : close)
    .flatMap((branch) => branch.slice(0, 1))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (deepest === undefined || (deepest.path.length === 0 && close.length !== 1)) return issue;
  return innermost({ ...deepest, path: [...issue.path, ...deepest.path] });
}
