import { type Budget, CheckFault } from '../check.ts';
import { GENERAL_KEYWORDS, resolvePointer } from './general-keywords.ts';
import { LIST_KEYWORDS } from './list-keywords.ts';
import { NUMBER_KEYWORDS } from './number-keywords.ts';
import { OBJECT_KEYWORDS } from './object-keywords.ts';
import { isObject, type Keyword, misfit, type SchemaScope } from './schema-scope.ts';
import { TEXT_KEYWORDS } from './text-keywords.ts';

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  [GENERAL_KEYWORDS, NUMBER_KEYWORDS, TEXT_KEYWORDS, LIST_KEYWORDS, OBJECT_KEYWORDS].flatMap((table) =>
    Object.entries(table),
  ),
);

// they hold schemas for others, are read together with another keyword, or say nothing that could be checked
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

// references that lead back to themselves end here
const DEEPEST = 200;
// what looking at one schema costs, in steps
const STEPS = 100;
// and each of the fields it is about, and of the names and values it lists
const STEPS_PER_FIELD = 20;
const STEPS_PER_ITEM = 4;

/** A keyword as it stands in a schema, looked up once however many values are held against it. */
interface Part {
  readonly keyword: Keyword;
  readonly argument: unknown;
  readonly size: number;
}

/**
 * Why a value does not fit a JSON Schema of draft 2020-12; null when it does. Keywords that are not known are refused:
 * a schema with a slip of the pen would otherwise let everything pass.
 */
export function validateSchema(value: unknown, root: unknown, budget: Budget): string | null {
  const resolve = (reference: unknown) => resolvePointer(root, reference);
  const known = new Map<object, readonly Part[]>();
  const visit = (found: unknown, schema: unknown, { path, depth }: { path: string; depth: number }): string | null => {
    budget.spend(STEPS);
    if (depth > DEEPEST) throw new CheckFault('expected a schema that ends, found one nested too deep or in a circle');
    if (schema === true) return null;
    if (schema !== false && !isObject(schema)) {
      throw new CheckFault('expected a JSON Schema, an object or a truth value, found something else');
    }
    const scope: SchemaScope = {
      budget,
      schema: schema === false ? {} : schema,
      path,
      fits: (inner, other, at) => visit(inner, other, { path: below(path, at), depth: depth + 1 }),
      resolve,
    };
    if (schema === false) return misfit(scope, 'has no place here');
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
      throw new CheckFault(`expected keywords of JSON Schema that are supported, found ${found}`);
    }
    const size = sizeOf(argument);
    budget.spend(STEPS_PER_FIELD * size);
    return [{ keyword, argument, size }];
  });
}

// a keyword walks over what it looks at, and over what it is given: a small schema can ask much of a large list
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
