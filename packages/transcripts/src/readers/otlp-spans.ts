import { at, isObject, type Json, list, number, text } from '@assay/schema/json';
import { adaptClaudeSpan } from './claude-spans.ts';

/** One span of a trace, with its attributes as plain values. */
export interface Span {
  readonly key: string;
  readonly parent: string;
  readonly trace: string;
  readonly name: string;
  readonly operation: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: ReadonlyMap<string, Json>;
  readonly resource: ReadonlyMap<string, Json>;
  readonly events: readonly { readonly name: string; readonly attributes: ReadonlyMap<string, Json> }[];
  /** Error message, if it failed. */
  readonly failure: string | undefined;
}

export const isGenAi = (key: string) => key.startsWith('gen_ai.');
export const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

export function spansOf(record: Json): Span[] {
  return list(at(record, 'resourceSpans')).flatMap((group) => {
    const resource = attributesOf(at(group, 'resource'));
    // the second name is from before OTLP 1.0
    const scopes = [...list(at(group, 'scopeSpans')), ...list(at(group, 'instrumentationLibrarySpans'))];
    return scopes.flatMap((scope) => list(at(scope, 'spans')).map((span) => readSpan(span, resource)));
  });
}

function readSpan(span: Json, resource: Span['resource']): Span {
  const trace = text(at(span, 'traceId')) ?? '';
  const events = list(at(span, 'events')).map((event) => ({
    name: text(at(event, 'name')) ?? '',
    attributes: attributesOf(event),
  }));
  const details = events.filter(({ name }) => name === 'gen_ai.client.inference.operation.details');
  const attributes = new Map([...details.flatMap((event) => [...event.attributes]), ...attributesOf(span)]);
  const start = readNanoseconds(at(span, 'startTimeUnixNano'));
  const model = attributes.has('gen_ai.request.model') ? 'chat' : '';
  const read: Span = {
    key: `${trace} ${text(at(span, 'spanId')) ?? ''}`,
    parent: `${trace} ${text(at(span, 'parentSpanId')) ?? ''}`,
    trace,
    name: text(at(span, 'name')) ?? '',
    operation: text(attributes.get('gen_ai.operation.name')) ?? model,
    start,
    end: readNanoseconds(at(span, 'endTimeUnixNano')),
    attributes,
    resource,
    events,
    failure: failureOf(at(span, 'status'), attributes, events),
  };
  return adaptClaudeSpan(read);
}

function failureOf(status: Json, attributes: Span['attributes'], events: Span['events']): string | undefined {
  const type = text(attributes.get('error.type'));
  const failed = at(status, 'code') === 2 || at(status, 'code') === 'STATUS_CODE_ERROR' || type !== undefined;
  if (!failed) return undefined;
  const exception = events.find(({ name }) => name === 'exception')?.attributes.get('exception.message');
  return text(at(status, 'message')) || text(exception) || type || 'the span ended in an error';
}

export function attributesOf(holder: Json): Map<string, Json> {
  const attributes = new Map<string, Json>();
  for (const pair of list(at(holder, 'attributes')))
    attributes.set(text(at(pair, 'key')) ?? '', plain(at(pair, 'value')));
  return attributes;
}

/** Names of the attribute with the id of a session, in order of preference. */
const SESSION_KEYS = ['session.id', 'conversation.id', 'gen_ai.conversation.id'];

/** The session of a span or log record; undefined if it names none. */
export function sessionIdOf(record: Json, resource: Json): string | undefined {
  for (const name of SESSION_KEYS)
    for (const holder of [record, resource]) {
      const pair = list(at(holder, 'attributes')).find((one) => at(one, 'key') === name);
      const id = text(at(pair, 'value', 'stringValue'));
      if (id) return id;
    }
  return undefined;
}

export const findSessionId = (...holders: readonly ReadonlyMap<string, Json>[]): string | undefined =>
  SESSION_KEYS.flatMap((key) => holders.map((attributes) => text(attributes.get(key)))).find(Boolean);

/** The plain value of an OTLP typed value; 64-bit integers are strings in JSON. */
function plain(value: Json): Json {
  const kind = isObject(value) ? Object.keys(value)[0] : undefined;
  const inner = kind === undefined ? undefined : at(value, kind);
  if (kind === 'intValue') return number(inner) ?? Number(text(inner));
  if (kind === 'arrayValue') return list(at(inner, 'values')).map(plain);
  if (kind === 'kvlistValue') return Object.fromEntries(attributesOf({ attributes: at(inner, 'values') }));
  return inner;
}

export const readNanoseconds = (value: Json): bigint => {
  const digits = typeof value === 'number' ? String(value) : (text(value) ?? '');
  return /^\d{1,20}$/.test(digits) ? BigInt(digits) : 0n;
};

/** A timestamp with microseconds; milliseconds are too coarse to order the calls of a trace. */
export function instantOf(nanos: bigint): { at?: string } {
  if (nanos === 0n) return {};
  const seconds = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  return { at: `${seconds}.${String((nanos / 1000n) % 1_000_000n).padStart(6, '0')}Z` };
}

/** Structured attributes may be JSON strings. */
export function structured(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // text that only starts like JSON stays text
    return value;
  }
}

/** A value as readable text. */
export const wordsOf = (value: Json): string => text(value) ?? (value == null ? '' : JSON.stringify(value));
