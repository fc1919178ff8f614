import { ProtobufLogsSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGES } from './messages.ts';
import { decodeMessage } from './wire.ts';

const OPTIONS = { messages: MESSAGES, max_values: 1_000 };
// what the exporters of OpenTelemetry for JavaScript write
const RESOURCE = { attributes: { 'service.name': 'claude-code' } };
const SCOPE = { name: 'events', version: '1' };
const CONTEXT = { traceId: '8e1cb6e96976d0954e5419871947e714', spanId: 'd047409619795c93', traceFlags: 1 };

test('log records are the same as in JSON', () => {
  const record = {
    hrTime: [1_794_847_208, 28_000_000],
    hrTimeObserved: [1_794_847_208, 28_000_000],
    body: 'claude_code.tool_result',
    attributes: {
      ...{ success: true, duration_ms: -12, ratio: 0.5, parts: ['a', 1], nested: { deep: { deeper: 'é' } } },
    },
    spanContext: CONTEXT,
    resource: RESOURCE,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
  };
  const bytes = ProtobufLogsSerializer.serializeRequest([record as never]) as Uint8Array;
  expect(decodeMessage(bytes, 'ExportLogsServiceRequest', OPTIONS)).toEqual({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] },
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: '1794847208028000000',
                observedTimeUnixNano: '1794847208028000000',
                ...{ traceId: CONTEXT.traceId, spanId: CONTEXT.spanId },
                body: { stringValue: 'claude_code.tool_result' },
                attributes: [
                  { key: 'success', value: { boolValue: true } },
                  { key: 'duration_ms', value: { intValue: '-12' } },
                  { key: 'ratio', value: { doubleValue: 0.5 } },
                  {
                    key: 'parts',
                    value: { arrayValue: { values: [{ stringValue: 'a' }, { intValue: '1' }] } },
                  },
                  {
                    key: 'nested',
                    value: {
                      kvlistValue: {
                        values: [
                          {
                            key: 'deep',
                            value: { kvlistValue: { values: [{ key: 'deeper', value: { stringValue: 'é' } }] } },
                          },
                        ],
                      },
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

test('spans are the same as in JSON', () => {
  const span = {
    name: 'claude_code.tool',
    kind: 0,
    spanContext: () => CONTEXT,
    parentSpanContext: { ...CONTEXT, spanId: '5aafe83d09ba67b5' },
    startTime: [1_794_847_210, 875_000_000],
    endTime: [1_794_847_211, 506_903_955],
    status: { code: 2, message: 'failed' },
    attributes: { tool_name: 'Bash' },
    links: [],
    events: [
      { name: 'tool.output', time: [1_794_847_211, 0], attributes: { output: 'ok' }, droppedAttributesCount: 0 },
    ],
    resource: RESOURCE,
    instrumentationScope: SCOPE,
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
  const bytes = ProtobufTraceSerializer.serializeRequest([span as never]) as Uint8Array;
  expect(decodeMessage(bytes, 'ExportTraceServiceRequest', OPTIONS)).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                ...{ traceId: CONTEXT.traceId, spanId: CONTEXT.spanId, parentSpanId: '5aafe83d09ba67b5' },
                name: 'claude_code.tool',
                startTimeUnixNano: '1794847210875000000',
                endTimeUnixNano: '1794847211506903955',
                attributes: [{ key: 'tool_name', value: { stringValue: 'Bash' } }],
                events: [{ name: 'tool.output', attributes: [{ key: 'output', value: { stringValue: 'ok' } }] }],
                status: { code: 2, message: 'failed' },
              },
            ],
          },
        ],
      },
    ],
  });
});

test('any bytes are a message or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        expect(decodeMessage(bytes, 'ExportLogsServiceRequest', OPTIONS)).toBeTypeOf('object');
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_input' });
      }
    }),
    { numRuns: 2_000 },
  );
});

test('nesting without end is refused', () => {
  // AnyValue → ArrayValue → AnyValue …
  let value = Uint8Array.of();
  const wrap = (tag: number, inner: Uint8Array) => Buffer.concat([Buffer.of(tag), varint(inner.length), inner]);
  for (let depth = 0; depth < 100; depth++) value = wrap(0x2a, wrap(0x0a, value));
  expect(() => decodeMessage(value, 'AnyValue', OPTIONS)).toThrow('nested deeper');
});

test('more fields than the limit are refused before they become objects', () => {
  const fields = (count: number) => Buffer.alloc(2 * count, Buffer.of(0x0a, 0x00));
  const options = { messages: MESSAGES, max_values: 10 };
  expect(decodeMessage(fields(10), 'ExportLogsServiceRequest', options)).toEqual({ resourceLogs: Array(10).fill({}) });
  expect(() => decodeMessage(fields(11), 'ExportLogsServiceRequest', options)).toThrow('at most 10 values');
  // unknown ones too
  expect(() => decodeMessage(Buffer.alloc(22, Buffer.of(0x78, 0x01)), 'Resource', options)).toThrow(
    'at most 10 values',
  );
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.of(...bytes, rest);
}
