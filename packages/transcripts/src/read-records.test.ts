import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecords } from './read-records.ts';

async function read(...chunks: (string | Buffer)[]) {
  const repairs: string[] = [];
  const records: unknown[] = [];
  const source = Readable.from(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
  for await (const some of readRecords(source, (what) => repairs.push(what))) records.push(...some);
  return { records, repairs };
}

test.each([
  { text: '{"a":1}\n{"a":2}\n', records: [{ a: 1 }, { a: 2 }], repairs: [], why: 'lines of JSON' },
  {
    text: '{"a":1}\r\n\r\n{"a":2}',
    records: [{ a: 1 }, { a: 2 }],
    repairs: [],
    why: 'CRLF, blank lines, no final line break',
  },
  { text: '{\n  "a": 1\n}\n', records: [{ a: 1 }], repairs: [], why: 'one document over several lines' },
  {
    text: '[\n1,\n2\n]',
    records: [[1, 2]],
    repairs: [],
    why: 'a list over several lines, some of them valid JSON',
  },
  { text: '\ufeff{"a":1}', records: [{ a: 1 }], repairs: [], why: 'a byte order mark' },
  {
    text: '{"a":1}\n{"a":',
    records: [{ a: 1 }],
    repairs: ['the last line is cut off and was skipped'],
    why: 'a killed run',
  },
  {
    text: '{"a":1}\noops\n{"a":2}\n',
    records: [{ a: 1 }, { a: 2 }],
    repairs: ['a line that is not JSON was skipped'],
    why: 'other text between records',
  },
  {
    text: 'warming up\n{"a":1}\n',
    records: [{ a: 1 }],
    repairs: ['text before the first record was skipped'],
    why: 'other text before the records',
  },
  { text: '{"a":"x\0y"}\n', records: [{ a: 'xy' }], repairs: ['NUL bytes were removed'], why: 'a NUL inside a string' },
  {
    text: '{"a":1}\n\0\0\0\n',
    records: [{ a: 1 }],
    repairs: ['a line that is not JSON was skipped'],
    why: 'a block of NULs after a crash',
  },
  { text: 'plain text', records: [], repairs: ['the file is neither JSON nor lines of JSON'], why: 'no JSON' },
  { text: '', records: [], repairs: [], why: 'an empty file' },
])('$why', async ({ text, records, repairs }) => {
  expect(await read(text)).toEqual({ records, repairs });
});

test('replaces bytes that are not UTF-8 and reports it', async () => {
  const { records, repairs } = await read('{"a":1}\n{"b":"', Buffer.from([0xff, 0xfe]), '"}\n');
  expect(records).toEqual([{ a: 1 }, { b: '\ufffd\ufffd' }]);
  expect(repairs).toEqual(['bytes that are not UTF-8 were replaced']);
});

test('skips a line over 64 MiB and continues', async () => {
  const block = Buffer.alloc(8 * 1024 * 1024, 'x');
  const { records, repairs } = await read('{"a":1}\n"', ...Array(9).fill(block), '"\n{"a":2}\n');
  expect(records).toEqual([{ a: 1 }, { a: 2 }]);
  expect(repairs).toEqual([expect.stringMatching(/^a line of 7549747\d bytes is too long/)]);
});

test('survives 100,000 nested lists', async () => {
  const { records } = await read(`{"a":1}\n${'['.repeat(100_000)}${']'.repeat(100_000)}\n{"a":2}\n`);
  expect(records.length).toBeGreaterThanOrEqual(2);
});

test('reads the same records for any chunk boundaries', async () => {
  const text = '{"a":"ä€😀"}\n{"b":[1,2]}\n\n{"c":null}\n';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(Buffer.byteLength(text)), { maxLength: 12 }), async (cuts) => {
      const bytes = Buffer.from(text);
      const points = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = points.slice(1).map((end, i) => bytes.subarray(points[i], end));
      expect((await read(...chunks)).records).toEqual([{ a: 'ä€😀' }, { b: [1, 2] }, { c: null }]);
    }),
  );
});

test.each(['{"a":"xyz"}\n{"b":[1,2]}\n{"c":null}', '[\n{"a":"xyz"},\n{"b":[1,2]}\n]\n'])(
  'supports a source that reuses its buffer: %j',
  async (text) => {
    async function* overwriting() {
      const buffer = Buffer.alloc(4);
      for (let i = 0; i < text.length; i += 4) yield buffer.subarray(0, buffer.write(text.slice(i, i + 4)));
      buffer.fill(0);
    }
    const records: unknown[] = [];
    for await (const some of readRecords(overwriting(), expect.fail)) records.push(...some);
    expect(records).toEqual((await read(text)).records);
    expect(records.length).toBeGreaterThan(0);
  },
);

test('reads any bytes without throwing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), async (chunks) => {
      await read(...chunks.map((chunk) => Buffer.from(chunk)));
    }),
  );
});
