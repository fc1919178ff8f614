import fc from 'fast-check';

/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

interface Context {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Meaningful values, such as existing ids. */
  readonly known: readonly string[];
  readonly depth: number;
}

const MAX_DEPTH = 5;
const MAX_ITEMS = 3;

/** Values that mostly fit a schema; a few do not. */
export function schemaArbitrary(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, context) }, { weight: 1, arbitrary: anything });
}

const anything = fc.jsonValue({ maxDepth: 2 });

function fitting(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  if (context.depth > MAX_DEPTH) return anything;
  const deeper = { ...context, depth: context.depth + 1 };
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return fitting(context.schemas[name] ?? {}, deeper);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(choice, deeper)));
  if (schema.allOf !== undefined) {
    return fc.tuple(...schema.allOf.map((part) => fitting(part, deeper))).map((parts) => Object.assign({}, ...parts));
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return anything;
  return fc.oneof(...types.map((type) => ofType(type, schema, deeper)));
}

function ofType(type: string, schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true });
    case 'string':
      return ofString(schema, context);
    case 'array':
      return ofArray(schema, context);
    default:
      return ofObject(schema, context);
  }
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): { min: number; max: number } {
  const min = Math.max(minimum ?? exclusiveMinimum ?? -1_000, -(2 ** 31));
  return {
    min: Math.ceil(min),
    max: Math.max(Math.ceil(min), Math.min(maximum ?? exclusiveMaximum ?? 1_000, 2 ** 31)),
  };
}

function ofString({ pattern, format, minLength = 0, maxLength = 40 }: JsonSchema, { known }: Context) {
  const texts = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: 'binary' });
  const ids = known.length === 0 ? texts : fc.constantFrom(...known);
  if (format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      texts,
    );
  const fits = pattern === undefined ? [] : known.filter((id) => new RegExp(pattern, 'u').test(id));
  if (fits.length > 0) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fits) }, texts);
  return fc.oneof({ weight: 3, arbitrary: texts }, { weight: 1, arbitrary: ids });
}

function ofArray({ items = {}, prefixItems, minItems = 0, maxItems = MAX_ITEMS }: JsonSchema, context: Context) {
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => schemaArbitrary(item, context)));
  return fc.array(schemaArbitrary(items, context), {
    minLength: Math.min(minItems, MAX_ITEMS),
    maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)),
  });
}

function ofObject({ properties = {}, required = [], additionalProperties }: JsonSchema, context: Context) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, schemaArbitrary(schema, context)]),
  );
  const known = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object') return known;
  return fc
    .tuple(
      known,
      fc.dictionary(fc.string({ maxLength: 12 }), schemaArbitrary(additionalProperties, context), { maxKeys: 3 }),
    )
    .map(([own, others]) => ({ ...others, ...own }));
}
