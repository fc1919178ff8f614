import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventReader } from './event-stream.ts';

const readAll = (text: string) => createEventReader().read(text);

describe('one event', () => {
  test.each([
    { text: 'data: a\n\n', event: { event: 'message', data: 'a', id: '' }, why: 'a minimal event' },
    { text: 'event: run\nid: 7\ndata: a\n\n', event: { event: 'run', data: 'a', id: '7' }, why: 'name and id' },
    { text: 'data: a\ndata: b\n\n', event: { data: 'a\nb' }, why: 'data lines are joined' },
    { text: 'data:a\n\n', event: { data: 'a' }, why: 'the space is optional' },
    { text: 'data:  a\n\n', event: { data: ' a' }, why: 'only one space is removed' },
    { text: 'data\n\n', event: { data: '' }, why: 'a field without a value is empty' },
    { text: ': hello\ndata: a\n\n', event: { data: 'a' }, why: 'a comment is a sign of life' },
    { text: 'data: a\r\n\r\n', event: { data: 'a' }, why: 'line breaks of the internet' },
    { text: 'data: a\r\rx', event: { data: 'a' }, why: 'line breaks of long ago' },
    { text: 'id: a\0b\ndata: a\n\n', event: { id: '' }, why: 'an id that could not be sent back is none' },
    { text: 'data: a: b\n\n', event: { data: 'a: b' }, why: 'only the first colon counts' },
    { text: 'color: red\ndata: a\n\n', event: { data: 'a' }, why: 'unknown fields are ignored' },
  ])('$text: $why', ({ text, event }) => {
    expect(readAll(text)).toEqual([expect.objectContaining(event)]);
  });
});

test('does not emit an incomplete event', () => {
  const reader = createEventReader();
  expect(reader.read('data: a\n')).toEqual([]);
  expect(reader.read('\n')).toHaveLength(1);
});

test('keeps the last id until a new one arrives', () => {
  const reader = createEventReader('5');
  expect(reader.read('data: a\n\nid: 6\ndata: b\n\ndata: c\n\n').map(({ id }) => id)).toEqual(['5', '6', '6']);
});

test('reads the retry delay of the server', () => {
  const reader = createEventReader();
  reader.read('retry: 1500\n\nretry: soon\n\n');
  expect(reader.retry_ms).toBe(1500);
});

test('throws for an event over the maximum size', () => {
  const reader = createEventReader();
  expect(() => {
    for (let i = 0; i < 100; i++) reader.read(`data: ${'a'.repeat(100_000)}\n`);
  }).toThrow(RangeError);
});

test('reads the same events wherever the text is split', () => {
  const line = fc.oneof(
    fc.constantFrom('', '', 'id: 1', 'event: run', 'data: x', ': beat', 'retry: 5'),
    fc.string({ maxLength: 8 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
  );
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')))
    .map((lines) => `${lines.map((parts) => parts.join('')).join('')}\n\n.`);
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 9 })), (whole, sizes) => {
      const reader = createEventReader();
      const events = [];
      let rest = whole;
      for (const size of [...sizes, whole.length]) {
        events.push(...reader.read(rest.slice(0, size)));
        rest = rest.slice(size);
      }
      expect(events).toEqual(readAll(whole));
    }),
  );
});
