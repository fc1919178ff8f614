import type { z } from 'zod';
import { closeAlternatives } from './close-alternatives.ts';
import { describeExpected, describeType } from './expected.ts';
import { findNearest } from './nearest.ts';
import { findOutlines, type Outline, readField, toOutline } from './outline.ts';
import { formatFound, formatFoundAt, MAX_FAULTS, validate } from './parse.ts';

/** One validation error. */
export interface ValidationIssue {
  readonly path: readonly PropertyKey[];
  /** Completes the phrase "expected …". */
  readonly expected: string;
  /** Completes the phrase "found …". */
  readonly found: string;
  /** The known key or value that was probably meant. */
  readonly hint?: string;
}

/** The first validation errors of a value, up to 100. */
export function listValidationIssues(schema: z.ZodType, value: unknown): ValidationIssue[] {
  const parsed = validate(schema, value);
  if ('data' in parsed) return [];
  const outline = toOutline(schema);
  const place: Place = { value, outlines: (path) => findOutlines(outline, path, value) };
  const found: ValidationIssue[] = [];
  for (const issue of parsed.issues.flatMap(unfold)) {
    if (found.length >= MAX_FAULTS) break;
    found.push(...describe(issue, place));
  }
  return found.slice(0, MAX_FAULTS);
}

interface Place {
  readonly value: unknown;
  outlines(path: readonly PropertyKey[]): readonly Outline[];
}

function describe(issue: z.core.$ZodIssue, { value, outlines }: Place): ValidationIssue[] {
  const { path } = issue;
  const inside = path.reduce(readField, value);
  if (issue.code === 'unrecognized_keys') {
    const known = outlines(path).flatMap((node) => Object.keys(node.properties ?? {}));
    return issue.keys.slice(0, MAX_FAULTS).map((key) => ({
      path: [...path, key],
      expected: 'no such field',
      found: formatFoundAt([...path, key], readField(inside, key)),
      ...hint(key, known),
    }));
  }
  if (issue.code === 'invalid_union') {
    const nodes = outlines(path);
    const words = typeof inside === 'object' && inside !== null ? Object.keys(inside).slice(0, 20) : [word(inside)];
    const known = nodes.flatMap(namesOf);
    const near = words.map((given) => hint(given, known)).find((found) => found.hint !== undefined);
    const unknown = words.length > 0 && typeof inside === 'object' && inside !== null && !Array.isArray(inside);
    const found = unknown ? `an object with ${words.join(', ')}` : formatFound(inside);
    return [{ path, expected: [...new Set(nodes.map(formatOutline))].join(' or '), found, ...near }];
  }
  const [expected = '', told] = split(describeExpected(issue));
  const found = told ?? (issue.code === 'invalid_key' ? formatFound(path.at(-1)) : formatFoundAt(path, inside));
  const near = issue.code === 'invalid_value' ? hint(word(inside), issue.values.map(String)) : {};
  return [{ path, expected, found, ...near }];
}

// a schema's own message may already include the found value
const split = (text: string): readonly string[] => text.split(', found ');

function hint(word: string, known: readonly string[]): { hint?: string } {
  const nearest = findNearest(word, known);
  return nearest === undefined || nearest === word ? {} : { hint: nearest };
}

// String(value) could throw: an object may have a broken `toString`
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

const namesOf = (node: Outline): readonly string[] => [
  ...(typeof node.const === 'string' ? [node.const] : []),
  ...(node.enum ?? []).map(String),
  ...Object.keys(node.properties ?? {}),
];

function formatOutline(node: Outline): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (node.properties !== undefined) return `{ ${(node.required ?? Object.keys(node.properties)).join(', ')} }`;
  const example = node.examples === undefined ? '' : ` such as ${JSON.stringify(node.examples[0])}`;
  return node.type === undefined ? 'something else' : `${describeType(node.type)}${example}`;
}

// a union's own issue says only "invalid": use the issues of the alternative that fits best
function unfold(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [first, second] = closeAlternatives(issue).toSorted((one, other) => weigh(one) - weigh(other));
  if (first === undefined || (second !== undefined && weigh(first) === weigh(second))) return [issue];
  return first.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

const weigh = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
