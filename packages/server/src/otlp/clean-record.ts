import type { TelemetryContent } from '@assay/schema/api';
import { at, isObject, type Json, list, text } from '@assay/schema/json';
import { redactText } from '@assay/scoring';
import type { Signal } from '../sessions/signals.ts';

const DEEPEST = 16;
const MOST_ATTRIBUTES = 256;
const MOST_EVENTS = 256;
const LONGEST_KEY = 256;
const LONGEST = 256 * 1024;

/**
 * The parts of a record that readers use, within limits: a copy of the same form without unknown fields. What an
 * organization does not store is left out here, before anything is written.
 */
export function cleanRecord(record: Json, signal: Signal, policy: TelemetryContent): Record<string, Json> {
  const own = (keys: readonly string[]): Record<string, Json> => {
    const found: Record<string, Json> = {};
    for (const key of keys) if (isScalar(at(record, key))) found[key] = shorten(at(record, key));
    return found;
  };
  const attributes = cleanAttributes(at(record, 'attributes'), policy);
  if (signal === 'logs')
    return {
      ...own(['timeUnixNano', 'observedTimeUnixNano', 'eventName', 'traceId', 'spanId']),
      // the name of the event; other bodies are content
      ...(isName(at(record, 'body', 'stringValue')) ? { body: at(record, 'body') } : {}),
      attributes,
    };
  const events = list(at(record, 'events'))
    .slice(0, MOST_EVENTS)
    .map((event) => ({
      name: shorten(text(at(event, 'name')) ?? ''),
      attributes: cleanAttributes(at(event, 'attributes'), policy),
    }));
  const code = at(record, 'status', 'code');
  const message = text(at(record, 'status', 'message'));
  const status = {
    ...(isScalar(code) ? { code } : {}),
    ...(message === undefined || policy === 'off' ? {} : { message: cleanText(message, policy) }),
  };
  return {
    ...own(['traceId', 'spanId', 'parentSpanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano']),
    ...{ attributes, events, status },
  };
}

/** The attributes of a resource, a record or an event, within limits. */
export function cleanAttributes(attributes: Json, policy: TelemetryContent): readonly Json[] {
  const cleaned: Json[] = [];
  for (const pair of list(attributes).slice(0, MOST_ATTRIBUTES)) {
    const key = text(at(pair, 'key'));
    if (key === undefined || key.length > LONGEST_KEY) continue;
    const value = cleanValue(at(pair, 'value'), keepsText(key) ? 'full' : policy, 0);
    if (value !== undefined) cleaned.push({ key, value });
  }
  return cleaned;
}

function cleanValue(value: Json, policy: TelemetryContent, depth: number): Json {
  if (!isObject(value) || depth > DEEPEST) return undefined;
  const kind = Object.keys(value)[0] ?? '';
  const inner = at(value, kind);
  if (kind === 'stringValue') {
    if (policy === 'off' || typeof inner !== 'string') return undefined;
    return { stringValue: cleanText(inner, policy) };
  }
  if (kind === 'intValue' || kind === 'doubleValue' || kind === 'boolValue')
    return isScalar(inner) ? { [kind]: shorten(inner) } : undefined;
  if (kind === 'arrayValue') {
    const values = list(at(inner, 'values')).slice(0, MOST_ATTRIBUTES);
    return { arrayValue: { values: values.flatMap((one) => cleanValue(one, policy, depth + 1) ?? []) } };
  }
  if (kind !== 'kvlistValue' || policy === 'off') return undefined;
  const values = list(at(inner, 'values')).slice(0, MOST_ATTRIBUTES);
  const pairs = values.flatMap((pair) => {
    const [key, cleaned] = [text(at(pair, 'key')), cleanValue(at(pair, 'value'), policy, depth + 1)];
    return key === undefined || cleaned === undefined ? [] : [{ key: shorten(key), value: cleaned }];
  });
  return { kvlistValue: { values: pairs } };
}

const cleanText = (value: string, policy: TelemetryContent): string =>
  policy === 'full' ? (shorten(value) as string) : redactText(shorten(value) as string).text;

const shorten = (value: Json): Json =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…[cut]` : value;

const isScalar = (value: Json): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

// such as `claude_code.tool_result`
const isName = (value: Json): boolean => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value);

// names of things; every other text counts as content
const NAMES = new Set([
  ...['event.name', 'event.timestamp', 'session.id', 'conversation.id', 'gen_ai.conversation.id', 'prompt.id'],
  ...['service.name', 'service.version', 'app.version', 'os.type', 'host.arch', 'terminal.type', 'span.type'],
  ...['model', 'gen_ai.request.model', 'gen_ai.response.model', 'gen_ai.operation.name', 'gen_ai.system'],
  ...['gen_ai.provider.name', 'gen_ai.tool.name', 'gen_ai.tool.call.id', 'gen_ai.agent.name', 'gen_ai.response.id'],
  ...['gen_ai.response.finish_reasons', 'tool_name', 'function_name', 'tool_use_id', 'call_id', 'request_id'],
  ...['decision', 'decision_type', 'source', 'stop_reason', 'success', 'duration_ms', 'cost_usd', 'status_code'],
  ...['error.type', 'error_type', 'effort', 'speed', 'query_source', 'input_tokens', 'output_tokens'],
  ...['cache_read_tokens', 'cache_creation_tokens', 'event.kind', 'tool_result_seq', 'mcp_server'],
]);

const keepsText = (key: string): boolean => NAMES.has(key);
