import { gzipSync } from 'node:zlib';
import { MAX_VALUES } from '../src/documents/read-document.ts';
import type { JsonSchema } from './arbitrary-of-schema.ts';

/** A request body that takes as long as possible to read. */
export interface WorstBody {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

interface Described {
  readonly schema: JsonSchema;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** A valid body. */
  readonly example: unknown;
  readonly max_bytes: number;
}

type Path = readonly (string | number)[];

const JSON_TYPE = { 'content-type': 'application/json' };
const MIB = 1024 * 1024;
// one that may be read on the thread that serves requests
const SMALL_BYTES = 60_000;
// marks the place of the text that makes a body large; made of characters that JSON does not escape
const MARK = '@@large@@';
const MAX_DEPTH = 8;
// a little less than what is refused at once
const MAX_SENT_VALUES = MAX_VALUES - 2_000;

/** JSON that is nested, wrong, tiny or huge in every place of a schema. */
export function* worstJson({ schema, schemas, example, max_bytes }: Described): Generator<WorstBody> {
  const whole = fill(schema, { schemas, example, depth: 0 });
  const small = Math.min(SMALL_BYTES, max_bytes);
  for (const bytes of [small, max_bytes])
    for (const [name, text] of Object.entries(AT_ROOT)) yield asJson(`${name} at the root`, text(bytes - 100));
  // may be wrong somewhere
  yield* worstPlaces(whole, small, LISTS);
  // valid, so that everything after the validation is done too
  yield* worstPlaces(example, max_bytes, [...LISTS, ...TEXTS]);
}

function* worstPlaces(body: unknown, bytes: number, edits: readonly MakeEdit[]): Generator<WorstBody> {
  for (const path of listPlaces(body))
    for (const make of edits) {
      const edit = make(valueAt(body, path));
      if (edit === undefined) continue;
      const text = JSON.stringify(replaceAt(body, path, edit.value));
      const room = bytes - text.length - 100;
      const at = path.length === 0 ? 'the root' : path.join('.');
      if (room > 0)
        yield asJson(
          `${edit.name} at ${at}, ${bytes} bytes`,
          text.replace(`"${MARK}"`, () => edit.fill(room)),
        );
    }
}

const repeat = (piece: string, bytes: number): string => piece.repeat(Math.max(0, Math.floor(bytes / piece.length)));

// as many as are not refused at once
const repeatWithin = (piece: string, bytes: number): string => {
  const most = MAX_SENT_VALUES / (piece.match(/[,:[{]/g)?.length ?? 1);
  return repeat(piece, Math.min(bytes, most * piece.length));
};

const fields = (bytes: number, value: string): string => {
  const most = MAX_SENT_VALUES / ((value.match(/[,:[{]/g)?.length ?? 0) + 2);
  const pieces: string[] = [];
  for (let size = 0; size < bytes && pieces.length < most; size += (pieces.at(-1)?.length ?? 0) + 1)
    pieces.push(`"f${pieces.length.toString(36)}":${value}`);
  return pieces.slice(0, Math.max(1, pieces.length - 1)).join(',');
};

const AT_ROOT: Readonly<Record<string, (bytes: number) => string>> = {
  'endless lists': (bytes) => '['.repeat(bytes),
  'closed lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested objects': (bytes) => `${repeat('{"a":', bytes - 10)}0`,
  'many zeros': (bytes) => `[${repeat('0,', bytes)}0]`,
  'many empty objects': (bytes) => `[${repeat('{},', bytes)}{}]`,
  'equal fields': (bytes) => `{${repeat('"a":0,', bytes)}"a":0}`,
  'one text': (bytes) => JSON.stringify('я'.repeat(bytes / 2)),
  escapes: (bytes) => `"${repeat('\\u0000', bytes)}"`,
  'no JSON': (bytes) => repeat('\\"', bytes),
};

interface Edit {
  readonly name: string;
  /** The value, with the mark where it becomes large. */
  readonly value: unknown;
  readonly fill: (bytes: number) => string;
}

type MakeEdit = (found: unknown) => Edit | undefined;

const LISTS: readonly MakeEdit[] = [
  (found) =>
    Array.isArray(found)
      ? { name: 'wrong items', value: [MARK], fill: (bytes) => `${repeatWithin('{},', bytes)}{}` }
      : undefined,
  (found) => {
    if (!Array.isArray(found) || found.length === 0) return undefined;
    const piece = JSON.stringify(found[0]);
    return { name: 'its own items', value: [MARK], fill: (bytes) => `${repeatWithin(`${piece},`, bytes)}${piece}` };
  },
  (found) =>
    isObject(found)
      ? { name: 'unknown fields', value: { ...found, [MARK]: 0 }, fill: (bytes) => `${fields(bytes, '0')},"last"` }
      : undefined,
  (found) => {
    const [first] = isObject(found) ? Object.values(found) : [];
    if (first === undefined) return undefined;
    const piece = JSON.stringify(first);
    return {
      name: 'copies of a field',
      value: { ...(found as object), [MARK]: first },
      fill: (bytes) => `${fields(bytes, piece)},"last"`,
    };
  },
];

const TEXTS: readonly MakeEdit[] = [
  (found) =>
    typeof found === 'string' ? { name: 'a text', value: MARK, fill: (bytes) => `"${'a'.repeat(bytes)}"` } : undefined,
];

const asJson = (name: string, text: string): WorstBody => ({ name, bytes: Buffer.from(text), headers: JSON_TYPE });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The example, with one value in every optional list and object of the schema. */
function fill(
  schema: JsonSchema,
  { schemas, example, depth }: Pick<Described, 'schemas' | 'example'> & { depth: number },
): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema;
  const deeper = (inner: JsonSchema, value: unknown) => fill(inner, { schemas, example: value, depth: depth + 1 });
  if (depth > MAX_DEPTH) return example;
  if ($ref !== undefined) return deeper(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, example);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    const containers = choices.filter(
      ({ type, $ref: named }) => named !== undefined || type === 'object' || type === 'array',
    );
    return example === undefined
      ? containers[0] && deeper(containers[0], undefined)
      : fitting(containers, example, deeper);
  }
  if (allOf !== undefined) return allOf.reduce((value: unknown, part) => deeper(part, value), example);
  if (schema.type === 'array') {
    const given = Array.isArray(example) ? example : [];
    const first = deeper(schema.items ?? {}, given[0]);
    return first === undefined ? given : [first, ...given.slice(1)];
  }
  if (schema.type !== 'object') return example;
  const value: Record<string, unknown> = { ...(example as object | undefined) };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const filled = deeper(inner, value[name]);
    if (filled !== undefined) value[name] = filled;
  }
  return value;
}

const fitting = (
  containers: readonly JsonSchema[],
  example: unknown,
  deeper: (inner: JsonSchema, value: unknown) => unknown,
): unknown => {
  const [only] = containers;
  return containers.length === 1 && only !== undefined && typeof example === 'object' && example !== null
    ? deeper(only, example)
    : example;
};

function listPlaces(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...(value.length === 0 ? [] : listPlaces(value[0], [...path, 0]))];
  if (isObject(value))
    return [path, ...Object.entries(value).flatMap(([name, inner]) => listPlaces(inner, [...path, name]))];
  return typeof value === 'string' ? [path] : [];
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], rest, replacement));
  const fieldsOf = value as Record<string, unknown>;
  return { ...fieldsOf, [key]: replaceAt(fieldsOf[key], rest, replacement) };
}

const packed = new Map<string, Uint8Array>();

/** Bodies that unpack to far more than they are. */
export function* worstPacked(start: string, headers: Readonly<Record<string, string>>): Generator<WorstBody> {
  const pack = (name: string, piece: string, bytes: number): WorstBody => {
    const key = `${start} ${piece} ${bytes}`;
    const content = packed.get(key) ?? gzipSync(Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, piece)]));
    packed.set(key, content);
    return { name: `gzip of ${bytes / MIB} MiB of ${name}`, bytes: content, headers };
  };
  for (const bytes of [30 * MIB, 200 * MIB]) {
    yield pack('empty objects', '{},', bytes);
    yield pack('lists', '[', bytes);
    yield pack('spaces', ' ', bytes);
    yield pack('text', '"я","', bytes);
  }
  yield { name: 'gzip of gzip', bytes: gzipSync(gzipSync(Buffer.alloc(60 * MIB))), headers };
  yield { name: 'no gzip', bytes: Buffer.alloc(MIB, 'no'), headers };
}

/** Log records of several sessions, as an exporter sends them. */
export function manyLogs({ sessions, bytes }: { sessions: number; bytes: number }): WorstBody {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const record = (index: number) =>
    JSON.stringify({
      timeUnixNano: String(1_794_847_208_028_000_000n + BigInt(index) * 1_000_000n),
      body: { stringValue: 'claude_code.user_prompt' },
      attributes: [
        ...[text('session.id', `session ${index % sessions}`), text('event.name', 'user_prompt')],
        ...[text('prompt.id', `p${index}`), text('prompt', `do ${index}, ${'word '.repeat(20)}`)],
      ],
    });
  const records: string[] = [];
  for (let size = 0; size < bytes - 1_000; size += (records.at(-1)?.length ?? 0) + 1)
    records.push(record(records.length));
  const resource = JSON.stringify({ attributes: [text('service.name', 'claude-code')] });
  const body = `{"resourceLogs":[{"resource":${resource},"scopeLogs":[{"logRecords":[${records.join(',')}]}]}]}`;
  return asJson(`${bytes} bytes of log records of ${sessions} sessions`, body);
}

/** Messages of Protocol Buffers that are empty, nested or unknown. */
export function* worstProtobuf(): Generator<WorstBody> {
  const headers = { 'content-type': 'application/x-protobuf' };
  const gzip = { ...headers, 'content-encoding': 'gzip' };
  const pieces = {
    'empty groups': [0x0a, 0x00],
    'unknown numbers': [0x78, 0x01],
    'long numbers': [0x78, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    'groups with an empty scope': [0x0a, 0x02, 0x12, 0x00],
  };
  for (const [name, piece] of Object.entries(pieces)) {
    for (const bytes of [60_000, 15 * MIB])
      yield { name: `${name}, ${bytes} bytes`, bytes: Buffer.alloc(bytes, Buffer.from(piece)), headers };
    yield { name: `gzip of ${name}`, bytes: gzipSync(Buffer.alloc(31 * MIB, Buffer.from(piece))), headers: gzip };
  }
}
