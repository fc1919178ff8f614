import type { z } from 'zod';
import { AssayError } from './problem.ts';

/** Turns unknown data into known, or throws `invalid_input` naming the first field at fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = innermost(parsed.error.issues[0] as z.core.$ZodIssue);
  const path = formatPath(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] as string] : issue.path);
  throw new AssayError('invalid_input', `${path === '' ? 'the input' : path}: ${describe(issue)}`, {
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
  return `${expected}, found ${found(issue.input)}`;
}

function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
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
