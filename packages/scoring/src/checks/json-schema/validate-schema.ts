import { type Budget, CheckError } from '../check.ts';
import { compilePattern } from '../pattern.ts';
import { GENERAL_KEYWORDS, resolvePointer } from './general-keywords.ts';
import { LIST_KEYWORDS } from './list-keywords.ts';
import { OBJECT_KEYWORDS } from './object-keywords.ts';
import {
  asCount,
  asNumber,
  describeMismatch,
  isObject,
  type Keyword,
  malformed,
  type SchemaScope,
} from './schema-scope.ts';

// counts code points, not UTF-16 units
const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

const TEXT_KEYWORDS: Readonly<Record<string, Keyword>> = {
  minLength(value, argument, scope) {
    const least = asCount(argument, 'minLength');
    if (typeof value !== 'string' || lengthOf(value) >= least) return null;
    return describeMismatch(scope, `must have at least ${least} characters`);
  },
  maxLength(value, argument, scope) {
    const most = asCount(argument, 'maxLength');
    if (typeof value !== 'string' || lengthOf(value) <= most) return null;
    return describeMismatch(scope, `must have at most ${most} characters`);
  },
  pattern(value, argument, scope) {
    if (typeof argument !== 'string') throw malformed('pattern', 'a text');
    const pattern = compilePattern(argument, scope.budget);
    if (typeof value !== 'string' || pattern.test(value, scope.budget)) return null;
    return describeMismatch(scope, 'must match its pattern');
  },
};

const limit =
  (name: string, { holds, words }: { holds: (value: number, limit: number) => boolean; words: string }): Keyword =>
  (value, argument, scope) => {
    const bound = asNumber(argument, name);
    if (typeof value !== 'number' || holds(value, bound)) return null;
    return describeMismatch(scope, `is ${value} but must be ${words} ${bound}`);
  };

const multipleOf: Keyword = (value, argument, scope) => {
  const step = asNumber(argument, 'multipleOf');
  if (step <= 0) throw malformed('multipleOf', 'a number above zero');
  if (typeof value !== 'number') return null;
  // with a tolerance: in doubles 0.3 is not a multiple of 0.1
  const quotient = value / step;
  const near = Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
  return near ? null : describeMismatch(scope, `is ${value} but must be a multiple of ${step}`);
};

const NUMBER_KEYWORDS: Readonly<Record<string, Keyword>> = {
  minimum: limit('minimum', { holds: (value, bound) => value >= bound, words: 'at least' }),
  maximum: limit('maximum', { holds: (value, bound) => value <= bound, words: 'at most' }),
  exclusiveMinimum: limit('exclusiveMinimum', { holds: (value, bound) => value > bound, words: 'more than' }),
  exclusiveMaximum: limit('exclusiveMaximum', { holds: (value, bound) => value < bound, words: 'less than' }),
  multipleOf,
};

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  [GENERAL_KEYWORDS, NUMBER_KEYWORDS, TEXT_KEYWORDS, LIST_KEYWORDS, OBJECT_KEYWORDS].flatMap((table) =>
    Object.entries(table),
  ),
);

// these hold schemas for others, are read with another keyword, or state nothing to check
const SILENT = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'minContains',
  'maxContains',
  'then',
  'else',
]);

// stops references that lead back to themselves
const DEEPEST = 200;
// steps per visited schema
const STEPS = 100;
// steps per field of a schema or object, and per item of a list
const STEPS_PER_FIELD = 20;
const STEPS_PER_ITEM = 4;

/** A keyword of a schema, looked up once for all values. */
interface Part {
  readonly keyword: Keyword;
  readonly argument: unknown;
  readonly size: number;
}

/**
 * Why a value does not match a JSON Schema of draft 2020-12; null when it does. Unknown keywords are rejected:
 * a schema with a typo would otherwise let everything pass.
 */
export function validateSchema(value: unknown, root: unknown, budget: Budget): string | null {
  const resolve = (reference: unknown) => resolvePointer(root, reference);
  const known = new Map<object, readonly Part[]>();
  const visit = (found: unknown, schema: unknown, { path, depth }: { path: string; depth: number }): string | null => {
    budget.spend(STEPS);
    if (depth > DEEPEST)
      throw new CheckError('expected a finite schema, found one that is nested too deep or circular');
    if (schema === true) return null;
    if (schema !== false && !isObject(schema)) {
      throw new CheckError('expected a JSON Schema, an object or a boolean, found something else');
    }
    const scope: SchemaScope = {
      budget,
      schema: schema === false ? {} : schema,
      path,
      fits: (inner, other, at) => visit(inner, other, { path: below(path, at), depth: depth + 1 }),
      resolve,
    };
    if (schema === false) return describeMismatch(scope, 'is not allowed');
    let parts = known.get(schema);
    if (parts === undefined) {
      parts = readParts(schema, budget);
      known.set(schema, parts);
    }
    return look(found, parts, scope);
  };
  return visit(value, root, { path: '', depth: 0 });
}

function readParts(schema: Readonly<Record<string, unknown>>, budget: Budget): Part[] {
  const entries = Object.entries(schema);
  budget.spend(STEPS_PER_FIELD * entries.length);
  return entries.flatMap(([name, argument]) => {
    const keyword = KEYWORDS.get(name);
    if (keyword === undefined) {
      if (SILENT.has(name) || name.startsWith('x-')) return [];
      const found = JSON.stringify(name.slice(0, 60));
      throw new CheckError(`expected supported JSON Schema keywords, found ${found}`);
    }
    const size = sizeOf(argument);
    budget.spend(STEPS_PER_FIELD * size);
    return [{ keyword, argument, size }];
  });
}

// a keyword visits both its value and its argument: a small schema can take long on a large list
function look(value: unknown, parts: readonly Part[], scope: SchemaScope): string | null {
  const weight = (isObject(value) ? STEPS_PER_FIELD : 1) * sizeOf(value);
  for (const { keyword, argument, size } of parts) {
    scope.budget.spend(weight + STEPS_PER_ITEM * size);
    const found = keyword(value, argument, scope);
    if (found !== null) return found;
  }
  return null;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

function below(path: string, at: string | number | undefined): string {
  if (at === undefined) return path;
  if (typeof at === 'number') return `${path}[${at}]`;
  const name = at.length > 60 ? `${at.slice(0, 57)}…` : at;
  return path === '' ? name : `${path}.${name}`;
}
