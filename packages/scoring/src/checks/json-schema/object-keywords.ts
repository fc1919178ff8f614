import { compilePattern } from '../pattern.ts';
import {
  asCount,
  asNames,
  asObject,
  describeMismatch,
  isObject,
  type Keyword,
  type SchemaScope,
} from './schema-scope.ts';

export const OBJECT_KEYWORDS: Readonly<Record<string, Keyword>> = {
  required(value, argument, scope) {
    const names = asNames(argument, 'required');
    if (!isObject(value)) return null;
    const missing = names.find((name) => !Object.hasOwn(value, name));
    return missing === undefined ? null : describeMismatch(scope, `must have a field ${JSON.stringify(missing)}`);
  },
  minProperties(value, argument, scope) {
    const least = asCount(argument, 'minProperties');
    if (!isObject(value) || Object.keys(value).length >= least) return null;
    return describeMismatch(scope, `must have at least ${least} fields`);
  },
  maxProperties(value, argument, scope) {
    const most = asCount(argument, 'maxProperties');
    if (!isObject(value) || Object.keys(value).length <= most) return null;
    return describeMismatch(scope, `must have at most ${most} fields`);
  },
  properties(value, argument, scope) {
    const schemas = asObject(argument, 'properties');
    if (!isObject(value)) return null;
    // by the existing fields: a schema may list many more
    for (const name of Object.keys(value)) {
      const found = Object.hasOwn(schemas, name) ? scope.fits(value[name], schemas[name], name) : null;
      if (found !== null) return found;
    }
    return null;
  },
  patternProperties(value, argument, scope) {
    const schemas = Object.entries(asObject(argument, 'patternProperties'));
    if (!isObject(value)) return null;
    for (const [source, schema] of schemas) {
      const pattern = compilePattern(source, scope.budget);
      for (const name of Object.keys(value)) {
        const found = pattern.test(name, scope.budget) ? scope.fits(value[name], schema, name) : null;
        if (found !== null) return found;
      }
    }
    return null;
  },
  additionalProperties(value, argument, scope) {
    if (!isObject(value)) return null;
    for (const name of namesLeft(value, scope)) {
      const found = scope.fits(value[name], argument, name);
      if (found !== null)
        return argument === false ? describeMismatch(scope, `has an unexpected field ${shorten(name)}`) : found;
    }
    return null;
  },
  propertyNames(value, argument, scope) {
    if (!isObject(value)) return null;
    const wrong = Object.keys(value).find((name) => scope.fits(name, argument) !== null);
    return wrong === undefined ? null : describeMismatch(scope, `has a field ${shorten(wrong)} with an invalid name`);
  },
  dependentRequired(value, argument, scope) {
    const needs = asObject(argument, 'dependentRequired');
    if (!isObject(value)) return null;
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(needs, name)) continue;
      const names = asNames(needs[name], 'dependentRequired');
      scope.budget.spend(names.length);
      const missing = names.find((other) => !Object.hasOwn(value, other));
      if (missing !== undefined)
        return describeMismatch(scope, `must have a field ${shorten(missing)} because it has ${shorten(name)}`);
    }
    return null;
  },
  dependentSchemas(value, argument, scope) {
    const schemas = asObject(argument, 'dependentSchemas');
    if (!isObject(value)) return null;
    for (const name of Object.keys(value)) {
      const found = Object.hasOwn(schemas, name) ? scope.fits(value, schemas[name]) : null;
      if (found !== null) return found;
    }
    return null;
  },
};

// fields covered by neither `properties` nor `patternProperties`
function namesLeft(value: Readonly<Record<string, unknown>>, { schema, budget }: SchemaScope): string[] {
  const { properties = {}, patternProperties = {} } = schema;
  const known = asObject(properties, 'properties');
  const patterns = Object.keys(asObject(patternProperties, 'patternProperties')).map((source) =>
    compilePattern(source, budget),
  );
  return Object.keys(value).filter(
    (name) => !Object.hasOwn(known, name) && !patterns.some((pattern) => pattern.test(name, budget)),
  );
}

const shorten = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}…` : name);
