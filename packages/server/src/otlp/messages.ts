import type { WireMessages } from './wire.ts';

/**
 * The messages of OTLP 1.x that Assay reads, by their names in the protocol. Left out: metrics, links between spans,
 * schema addresses, and counts of what the exporter dropped.
 */
export const MESSAGES: WireMessages = {
  ExportLogsServiceRequest: { 1: ['resourceLogs', 'ResourceLogs[]'] },
  ResourceLogs: { 1: ['resource', 'Resource'], 2: ['scopeLogs', 'ScopeLogs[]'] },
  ScopeLogs: { 2: ['logRecords', 'LogRecord[]'] },
  LogRecord: {
    1: ['timeUnixNano', 'fixed64'],
    2: ['severityNumber', 'uint32'],
    3: ['severityText', 'string'],
    5: ['body', 'AnyValue'],
    6: ['attributes', 'KeyValue[]'],
    9: ['traceId', 'hex'],
    10: ['spanId', 'hex'],
    11: ['observedTimeUnixNano', 'fixed64'],
    12: ['eventName', 'string'],
  },
  ExportTraceServiceRequest: { 1: ['resourceSpans', 'ResourceSpans[]'] },
  ResourceSpans: { 1: ['resource', 'Resource'], 2: ['scopeSpans', 'ScopeSpans[]'] },
  ScopeSpans: { 2: ['spans', 'Span[]'] },
  Span: {
    1: ['traceId', 'hex'],
    2: ['spanId', 'hex'],
    4: ['parentSpanId', 'hex'],
    5: ['name', 'string'],
    6: ['kind', 'uint32'],
    7: ['startTimeUnixNano', 'fixed64'],
    8: ['endTimeUnixNano', 'fixed64'],
    9: ['attributes', 'KeyValue[]'],
    11: ['events', 'Event[]'],
    15: ['status', 'Status'],
  },
  Event: { 1: ['timeUnixNano', 'fixed64'], 2: ['name', 'string'], 3: ['attributes', 'KeyValue[]'] },
  Status: { 2: ['message', 'string'], 3: ['code', 'uint32'] },
  Resource: { 1: ['attributes', 'KeyValue[]'] },
  KeyValue: { 1: ['key', 'string'], 2: ['value', 'AnyValue'] },
  AnyValue: {
    1: ['stringValue', 'string'],
    2: ['boolValue', 'bool'],
    3: ['intValue', 'int64'],
    4: ['doubleValue', 'double'],
    5: ['arrayValue', 'ArrayValue'],
    6: ['kvlistValue', 'KeyValueList'],
    7: ['bytesValue', 'base64'],
  },
  ArrayValue: { 1: ['values', 'AnyValue[]'] },
  KeyValueList: { 1: ['values', 'KeyValue[]'] },
};
