import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventReader } from './read-events.ts';

function read(chunks: readonly Buffer[], most_characters = 1_000_000) {
  const events: { data: string; id: string | undefined }[] = [];
  const retries: number[] = [];
  let tooLarge = 0;
  const reader = createEventReader({
    most_characters,
    onEvent: (event) => events.push(event),
    onRetry: (ms) => retries.push(ms),
    onTooLarge: () => tooLarge++,
  });
  for (const chunk of chunks) reader.push(chunk);
  return { events, retries, tooLarge };
}
const text = (value: string, most?: number) => read([Buffer.from(value)], most);

test.each([
  { stream: 'data: a\n\n', events: [{ data: 'a' }], why: 'one event' },
  { stream: 'data:a\r\ndata:  b\r\n\r\n', events: [{ data: 'a\n b' }], why: 'several lines, one space removed' },
  {
    stream: 'id: 7\nevent: message\ndata: a\n\ndata: b\n\n',
    events: [
      { data: 'a', id: '7' },
      { data: 'b', id: '7' },
    ],
    why: 'an id stays until there is a new one',
  },
  { stream: ': ping\n\n\n\ndata\n\n', events: [{ data: '' }], why: 'comments and blank lines are ignored' },
  { stream: 'data: no end', events: [], why: 'an incomplete event is ignored' },
  { stream: 'id: a\0b\ndata: x\n\n', events: [{ data: 'x' }], why: 'an id with a NUL is ignored' },
])('$why', ({ stream, events }) => {
  expect(text(stream).events).toMatchObject(events);
  expect(text(stream).events).toHaveLength(events.length);
});

test('reads the retry delay in whole milliseconds', () => {
  expect(text('retry: 250\nretry: soon\nretry: -1\n\n').retries).toEqual([250]);
});

test('skips an event that is too large and reads the next', () => {
  const { events, tooLarge } = text(`data: ${'x'.repeat(500)}\n\ndata: a\n\n`, 100);
  expect({ events, tooLarge }).toMatchObject({ events: [{ data: 'a' }], tooLarge: 1 });
});

test('skips an endless line', () => {
  const { events, tooLarge } = read(
    [...Array.from({ length: 50 }, () => Buffer.from('x'.repeat(50))), Buffer.from('\n\ndata: a\n\n')],
    100,
  );
  expect({ events, tooLarge }).toMatchObject({ events: [{ data: 'a' }], tooLarge: 1 });
});

test('reads the same events for any chunk boundaries and line endings', () => {
  const data = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/[\r\n]/g, ' '));
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(
      fc.array(data, { minLength: 1, maxLength: 5 }),
      ends,
      fc.integer({ min: 1, max: 9 }),
      (texts, end, size) => {
        const bytes = Buffer.from(texts.map((value) => `data: ${value}${end}${end}`).join(''));
        const chunks: Buffer[] = [];
        for (let from = 0; from < bytes.length; from += size) chunks.push(bytes.subarray(from, from + size));
        expect(read(chunks).events.map((event) => event.data)).toEqual(texts);
      },
    ),
  );
});
