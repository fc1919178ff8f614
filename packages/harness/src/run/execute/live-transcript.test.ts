import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTranscript } from '../../../../transcripts/src/read-transcript.ts';
import { allFixtures } from '../../../../transcripts/test/reading.ts';
import { readLive } from './live-transcript.ts';

const FIXTURES = fileURLToPath(new URL('../../../../../fixtures/transcripts/', import.meta.url));
// streams of agents in the formats the harness reads
const STREAMS = allFixtures.filter((file) => /\.(stream|exec|acp|run|events)\.jsonl$/.test(file));
const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const STAMP = '2026-11-15T12:00:00.000Z';
const ENDED = { exit_code: 0, signal: null, ended_by: 'exit', reason: null, duration_ms: 1 } as const;

function readChunks(format: Parameters<typeof readLive>[0], chunks: Iterable<Buffer>) {
  const live = readLive(format, () => NOW);
  for (const chunk of chunks) live.push(chunk);
  return live.finish(ENDED);
}

function* cut(content: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, i = 0; at < content.length; i++) {
    const size = sizes[i % sizes.length] as number;
    yield content.subarray(at, at + size);
    at += size;
  }
}

test.each(STREAMS)('reads %s split anywhere like the whole file', async (file) => {
  const { entries, ...summary } = await readTranscript(`${FIXTURES}${file}`);
  const content = readFileSync(`${FIXTURES}${file}`);
  const expected = {
    entries: entries.map((entry) => (entry.at == null ? { ...entry, at: STAMP } : entry)),
    arrivals: entries.filter(({ at }) => at == null).length,
    summary,
  };
  expect(readChunks(summary.format, [content])).toEqual(expected);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1 }), (sizes) => {
      expect(readChunks(summary.format, cut(content, sizes))).toEqual(expected);
    }),
    { numRuns: 5 },
  );
});

const line = (text: string): string =>
  `${JSON.stringify({ type: 'assistant', message: { id: text, role: 'assistant', content: [{ type: 'text', text }] } })}\n`;

test('an entry has the time at which the end of its line arrived', () => {
  let now = NOW;
  const live = readLive('claude-stream', () => now);
  live.push(Buffer.from(`${line('one')}${line('two').slice(0, 20)}`));
  now += 5000;
  live.push(Buffer.from(line('two').slice(20)));
  const { entries, arrivals } = live.finish(ENDED);
  expect(entries.map(({ text, at }) => [text, at])).toEqual([
    ['one', STAMP],
    ['two', '2026-11-15T12:00:05.000Z'],
  ]);
  expect(arrivals).toBe(2);
});

test('reports the current usage at any time', () => {
  const content = readFileSync(`${FIXTURES}claude/basic.stream.jsonl`);
  const live = readLive('claude-stream', () => NOW);
  expect(live.glance()).toMatchObject({ session_id: null, usage: null, cost_usd_micros: null });
  live.push(content.subarray(0, content.indexOf(10) + 1));
  expect(live.glance().session_id).not.toBeNull();
  live.push(content.subarray(content.indexOf(10) + 1));
  expect(live.glance().cost_usd_micros).toBeGreaterThan(0);
});

test.each([
  { noise: 'npm warn something\n', why: 'output of another program' },
  { noise: '{"type":\n', why: 'a truncated line' },
  { noise: '\u0000\ufffd\u001b[31m\n', why: 'control characters' },
  { noise: '7\n', why: 'JSON that is not a record' },
  { noise: 'null\n', why: 'null' },
  { noise: `${JSON.stringify({ type: 'assistant', message: { content: 7 } })}\n`, why: 'a malformed record' },
])('$why between two lines loses neither', ({ noise }) => {
  const { entries } = readChunks('claude-stream', [Buffer.from(`${line('one')}${noise}\n\r\n${line('two')}`)]);
  expect(entries.filter(({ type }) => type === 'assistant').map(({ text }) => text)).toEqual(['one', 'two']);
});

test('counts a line that is not JSON and warns', () => {
  const { summary } = readChunks('claude-stream', [Buffer.from('one\ntwo\n')]);
  expect(summary.counts).toMatchObject({ records: 0, repaired: 2 });
  expect(summary.warnings.join()).toContain('not JSON');
});

test('skips an endless line and reads what follows', () => {
  function* chunks(): Generator<Buffer> {
    const filler = Buffer.alloc(1024 * 1024, 'a');
    for (let i = 0; i < 65; i++) yield filler;
    yield Buffer.from(`\n${line('after')}`);
  }
  const { entries, summary } = readChunks('claude-stream', chunks());
  expect(entries.map(({ text }) => text)).toEqual(['after']);
  expect(summary.warnings.join()).toContain(`a line of ${65 * 1024 * 1024} bytes is too long`);
});

test('no output gives an empty transcript', () => {
  const { entries, summary } = readChunks('codex-exec', []);
  expect(entries).toEqual([]);
  expect(summary.end.status).not.toBe('completed');
});

test('rejects a format without a reader', () => {
  expect(() => readLive('plain', () => NOW)).toThrow('plain');
});
