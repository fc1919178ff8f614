import type { z } from 'zod';
import { AssayError } from './assay-error.ts';

/** Turns unknown data into known, or throws `invalid_input` naming the first field at fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = innermost(parsed.error.issues[0] as z.core.$ZodIssue);
  const path = formatPath(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] as string] : issue.path);
  const others = parsed.error.issues.length - 1;
  const more = others === 0 ? '' : `; and ${others} more`;
  throw new AssayError('invalid_input', `${path === '' ? 'the input' : path}: ${describe(issue)}${more}`, {
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

// zod's own words, less the ones that say only that something is wrong
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'expected no such field';
  if (issue.code === 'custom') return issue.message;
  const expected = issue.message.replace(/^(Invalid \w+|Too \w+): /, '').replace(/, received .*$/, '');
  return `${expected}, found ${formatFound(issue.input)}`;
}

/** A value at a glance, for a message: it may be large, or nested a million deep. */
export function formatFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object with ${Object.keys(value).length} fields`;
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
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
