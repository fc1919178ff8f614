import { z } from 'zod';

/** The part of JSON Schema that describes fields and values. */
export interface Outline {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Outline>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Outline | boolean;
  readonly items?: Outline;
  readonly anyOf?: readonly Outline[];
  readonly oneOf?: readonly Outline[];
  readonly allOf?: readonly Outline[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Outline>>;
}

/** The JSON Schema of a zod schema, to be walked by path. */
export const toOutline = (schema: z.ZodType): Outline =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Outline;

/** What is allowed at a path. Several, if more than one alternative fits the given value. */
export function findOutlines(root: Outline, path: readonly PropertyKey[], value: unknown): readonly Outline[] {
  let nodes = branches(root, root, value);
  let inside: unknown = value;
  for (const key of path) {
    inside = readField(inside, key);
    nodes = nodes
      .flatMap((node) => {
        const child = typeof key === 'number' ? node.items : childOf(node, String(key));
        return child === undefined ? [] : [child];
      })
      .flatMap((child) => branches(root, child, inside));
  }
  return nodes;
}

function childOf(node: Outline, key: string): Outline | undefined {
  if (node.properties !== undefined && Object.hasOwn(node.properties, key)) return node.properties[key];
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}

// lists alternatives; drops those whose constant or patterned fields contradict the value, if any other remains
function branches(root: Outline, node: Outline, value: unknown): readonly Outline[] {
  if (node.$ref !== undefined) {
    const name = node.$ref.replace('#/$defs/', '');
    const target = node.$ref === '#' ? root : root.$defs?.[name];
    return target === undefined ? [] : branches(root, target, value);
  }
  const alternatives = node.anyOf ?? node.oneOf ?? node.allOf;
  if (alternatives === undefined) return [node];
  const all = alternatives.flatMap((alternative) => branches(root, alternative, value));
  const fitting = all.filter(({ properties = {}, required = [] }) =>
    Object.entries(properties).every(([key, field]) => {
      const given = readField(value, key);
      const target = field.$ref === undefined ? field : (branches(root, field, given)[0] ?? field);
      return given === undefined && !required.includes(key) ? target.const === undefined : fits(target, given);
    }),
  );
  return fitting.length === 0 ? all : fitting;
}

const fits = ({ const: only, pattern }: Outline, value: unknown): boolean =>
  (only === undefined || only === value) &&
  (pattern === undefined || (typeof value === 'string' && new RegExp(pattern).test(value)));

/** The value of an own field, or undefined. */
export const readField = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
