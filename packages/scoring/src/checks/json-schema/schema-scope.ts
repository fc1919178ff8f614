import { type Budget, CheckError } from '../check.ts';

/** The context a keyword is evaluated in. */
export interface SchemaScope {
  readonly budget: Budget;
  /** The schema that contains the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Path in the output, such as `orders[2].price`; empty at the root. */
  readonly path: string;
  /** Why a value does not match another schema; null when it does. `at` is the field name or index of the value. */
  fits(value: unknown, schema: unknown, at?: string | number): string | null;
  /** Resolves a reference to a schema. */
  resolve(reference: unknown): unknown;
}

/** Evaluates one keyword: null when the value matches or the keyword does not apply to it. */
export type Keyword = (value: unknown, argument: unknown, scope: SchemaScope) => string | null;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const describeMismatch = ({ path }: SchemaScope, what: string): string =>
  `${path === '' ? 'the output' : path} ${what}`;

export function asNumber(argument: unknown, keyword: string): number {
  if (typeof argument === 'number') return argument;
  throw malformed(keyword, 'a number');
}

export function asCount(argument: unknown, keyword: string): number {
  if (typeof argument === 'number' && Number.isInteger(argument) && argument >= 0) return argument;
  throw malformed(keyword, 'a whole number that is not negative');
}

export function asList(argument: unknown, keyword: string): readonly unknown[] {
  if (Array.isArray(argument)) return argument;
  throw malformed(keyword, 'a list');
}

export function asNames(argument: unknown, keyword: string): readonly string[] {
  const names = asList(argument, keyword);
  if (names.every((name) => typeof name === 'string')) return names;
  throw malformed(keyword, 'a list of names');
}

export function asObject(argument: unknown, keyword: string): Record<string, unknown> {
  if (isObject(argument)) return argument;
  throw malformed(keyword, 'an object');
}

export const malformed = (keyword: string, expected: string): CheckError =>
  new CheckError(`expected a JSON Schema whose ${keyword} is ${expected}, found something else`);
