import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

const folder = mkdtempSync(`${tmpdir()}/assay-packed-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FIXTURES = fileURLToPath(new URL('../../../fixtures/transcripts/', import.meta.url));
const ROLLOUT = `${FIXTURES}codex/basic.rollout.jsonl`;
const plain = readFileSync(ROLLOUT);
const half = plain.length >> 1;
const long = Buffer.concat(Array(20).fill(plain));

function put(name: string, content: Buffer): string {
  writeFileSync(`${folder}/${name}`, content);
  return `${folder}/${name}`;
}

test.each([
  { name: 'a.jsonl.zst', content: zstdCompressSync(plain), why: 'as Codex packs old sessions' },
  {
    name: 'b.zst',
    content: Buffer.concat([zstdCompressSync(plain.subarray(0, half)), zstdCompressSync(plain.subarray(half))]),
    why: 'two frames, split within a line',
  },
  { name: 'c.gz', content: gzipSync(plain), why: 'gzip' },
  { name: 'd.txt', content: plain, why: 'another name' },
])('$name reads like the plain file: $why', async ({ name, content }) => {
  expect(await readTranscript(put(name, content))).toEqual(await readTranscript(ROLLOUT));
});

test.each([
  { name: 'cut.zst', content: zstdCompressSync(long).subarray(0, -10) },
  { name: 'cut.gz', content: gzipSync(long).subarray(0, -10) },
])('$name is read up to the cut, and says so', async ({ name, content }) => {
  const { entries, warnings } = await readTranscript(put(name, content));
  expect(entries.length).toBeGreaterThan(0);
  expect(warnings).toContain('the packed data is damaged or cut off; the rest was skipped');
});

test.each([
  { name: 'empty.zst', content: Buffer.from('28b52ffd', 'hex') },
  { name: 'empty.gz', content: Buffer.from('1f8b', 'hex') },
  { name: 'empty.zip', content: Buffer.from('504b0304', 'hex') },
  { name: 'picture', content: Buffer.alloc(5_000_000, '\u0089PNG\r\n') },
])('$name is no transcript', async ({ name, content }) => {
  await expect(readTranscript(put(name, content))).rejects.toMatchObject({ code: 'unknown_transcript' });
});

describe('Inspect logs as .eval', () => {
  const log = JSON.parse(readFileSync(`${FIXTURES}inspect/success.json`, 'utf8'));
  const { samples, ...header } = log;
  const METHODS = { 0: (data: Buffer) => data, 8: deflateRawSync, 93: zstdCompressSync };

  function zip(files: Readonly<Record<string, unknown>>, method: keyof typeof METHODS): Buffer {
    const parts = Object.entries(files).flatMap(([name, value]) => {
      const content = Buffer.from(JSON.stringify(value));
      const packed = METHODS[method](content);
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(method, 8);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(content.length, 22);
      local.writeUInt16LE(name.length, 26);
      return [local, Buffer.from(name), packed];
    });
    return Buffer.concat(parts);
  }

  const files = {
    '_journal/start.json': { eval: header.eval },
    ...Object.fromEntries(samples.map((sample: unknown, i: number) => [`samples/${i + 1}_epoch_1.json`, sample])),
    'header.json': header,
  };

  test.each([0, 8, 93] as const)('reads like the plain log, packed by method %i', async (method) => {
    const read = await readTranscript(put(`m${method}.eval`, zip(files, method)));
    expect(read).toEqual(await readTranscript(`${FIXTURES}inspect/success.json`));
  });

  test('the first sample by number is read, and the others are counted', async () => {
    const many = { 'samples/10_epoch_1.json': { id: 10 }, 'samples/9_epoch_1.json': { id: 9 }, ...files };
    const { warnings, entries } = await readTranscript(put('many.eval', zip(many, 8)));
    expect(warnings).toContain(`${samples.length + 1} further samples of the log were skipped`);
    expect(entries.length).toBeGreaterThan(2);
  });

  test('a log that was never finished is interrupted', async () => {
    const whole = zip({ ...files, 'header.json': header }, 8);
    const cut = put('cut.eval', whole.subarray(0, whole.length - 20));
    const started = { ...files, '_journal/start.json': { version: 2, eval: header.eval } };
    expect((await readTranscript(put('run.eval', zip(started, 8).subarray(0, -9)))).format).toBe('inspect-log');
    await expect(readTranscript(cut)).rejects.toMatchObject({ code: 'unknown_transcript' });
  });

  test('a damaged sample is reported', async () => {
    const damaged = zip(files, 8);
    const start = damaged.indexOf('samples/1_epoch_1.json') + 'samples/1_epoch_1.json'.length;
    damaged.fill(0xff, start, start + 100);
    const { warnings } = await readTranscript(put('damaged.eval', damaged));
    expect(warnings).toContain('samples/1_epoch_1.json in the log cannot be read and was skipped');
  });
});
