import { type Budget, CheckFault } from '../check.ts';

/** What a keyword is told, and what it can ask. */
export interface SchemaScope {
  readonly budget: Budget;
  /** The schema the keyword stands in. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Where in the output this is, such as `orders[2].price`; empty for all of it. */
  readonly path: string;
  /** Why a value does not fit another schema; null when it does. `at` is the name or place of the value below this one. */
  fits(value: unknown, schema: unknown, at?: string | number): string | null;
  /** The schema that a reference names. */
  resolve(reference: unknown): unknown;
}

/** Looks at a value for one keyword: null when it is as it says, or when the keyword says nothing of such values. */
export type Keyword = (value: unknown, argument: unknown, scope: SchemaScope) => string | null;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const misfit = ({ path }: SchemaScope, what: string): string => `${path === '' ? 'the output' : path} ${what}`;

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

export const malformed = (keyword: string, expected: string): CheckFault =>
  new CheckFault(`expected a JSON Schema whose ${keyword} is ${expected}, found something else`);
