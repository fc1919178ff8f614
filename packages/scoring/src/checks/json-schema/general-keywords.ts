import { CheckError } from '../check.ts';
import { equalJson } from '../equal-json.ts';
import { asList, describeMismatch, isObject, type Keyword, malformed } from './schema-scope.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isObject,
};

export const GENERAL_KEYWORDS: Readonly<Record<string, Keyword>> = {
  $ref: (value, argument, scope) => scope.fits(value, scope.resolve(argument)),

  type(value, argument, scope) {
    const names = (Array.isArray(argument) ? argument : [argument]) as unknown[];
    const fits = names.some((name) => {
      if (typeof name !== 'string' || !Object.hasOwn(TYPES, name)) {
        throw new CheckError(`expected a type of JSON Schema, one of ${Object.keys(TYPES).join(', ')}, found another`);
      }
      return TYPES[name]?.(value);
    });
    return fits ? null : describeMismatch(scope, `must be of type ${names.join(' or ')}`);
  },
  enum: (value, argument, scope) =>
    asList(argument, 'enum').some((allowed) => equalJson(value, allowed, scope.budget))
      ? null
      : describeMismatch(scope, 'must be one of the values of its enum'),
  const: (value, argument, scope) =>
    equalJson(value, argument, scope.budget) ? null : describeMismatch(scope, 'must be the value of its const'),

  allOf(value, argument, scope) {
    for (const schema of asList(argument, 'allOf')) {
      const found = scope.fits(value, schema);
      if (found !== null) return found;
    }
    return null;
  },
  anyOf(value, argument, scope) {
    const found = asList(argument, 'anyOf').map((schema) => scope.fits(value, schema));
    return found.includes(null) ? null : describeMismatch(scope, 'must match a schema of anyOf but matches none');
  },
  oneOf(value, argument, scope) {
    const count = asList(argument, 'oneOf').filter((schema) => scope.fits(value, schema) === null).length;
    return count === 1 ? null : describeMismatch(scope, `must match exactly one schema of oneOf but matches ${count}`);
  },
  not: (value, argument, scope) =>
    scope.fits(value, argument) === null ? describeMismatch(scope, 'matches a schema that it must not match') : null,
  if(value, argument, scope) {
    const { then: yes, else: no } = scope.schema;
    const branch = scope.fits(value, argument) === null ? yes : no;
    return branch === undefined ? null : scope.fits(value, branch);
  },
};

/** Resolves a reference within a schema. */
export function resolvePointer(root: unknown, reference: unknown): unknown {
  if (typeof reference !== 'string') throw malformed('$ref', 'a text');
  if (reference !== '#' && !reference.startsWith('#/')) {
    throw new CheckError('expected a $ref into the schema itself, such as #/$defs/name, found another');
  }
  let found = root;
  for (const part of reference.split('/').slice(1)) {
    const name = decodeURIPart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) {
      throw new CheckError('expected a $ref to a part of the schema, found one that does not exist');
    }
    found = found[name as keyof typeof found];
  }
  return found;
}

function decodeURIPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // a percent sign that encodes nothing is literal
    return part;
  }
}
