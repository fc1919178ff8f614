import { expect, test } from 'vitest';
import type { ExecutionEnd } from '../../contracts/sandbox.ts';
import { readPlain } from './plain-transcript.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const ended = (fields: Partial<ExecutionEnd> = {}): ExecutionEnd => ({
  exit_code: 0,
  signal: null,
  ended_by: 'exit',
  reason: null,
  duration_ms: 1,
  ...fields,
});
function read(text: string, end = ended()) {
  const live = readPlain(() => NOW);
  live.push(Buffer.from(text));
  return live.finish(end);
}

test('what a program prints is its answer, at the time it ended', () => {
  const { entries, arrivals, summary } = read('  I mended it.\n\n');
  expect(entries).toEqual([{ type: 'assistant', text: 'I mended it.', at: '2026-11-15T12:00:00.000Z' }]);
  expect(arrivals).toBe(1);
  expect(summary).toMatchObject({ format: 'plain', usage: null, cost_usd: null, counts: { entries: 1 }, warnings: [] });
});

test('a program that prints nothing said nothing', () => {
  expect(read(' \n\t')).toMatchObject({ entries: [], arrivals: 0, summary: { counts: { entries: 0 } } });
});

test.each([
  { end: ended(), status: 'completed', reason: 'exited with 0', why: 'it exited well' },
  { end: ended({ exit_code: 2 }), status: 'failed', reason: 'exited with 2', why: 'it exited badly' },
  { end: ended({ exit_code: null, signal: 'SIGSEGV' }), status: 'failed', reason: 'SIGSEGV', why: 'it crashed' },
  {
    end: ended({ ended_by: 'timeout', reason: 'out of time' }),
    status: 'failed',
    reason: 'out of time',
    why: 'it was ended, whatever it made of that',
  },
  {
    end: ended({ exit_code: null, ended_by: 'start', reason: 'not found' }),
    status: 'failed',
    reason: 'not found',
    why: 'it never started',
  },
])('$status: $why', ({ end, status, reason }) => {
  const { summary } = read('words', end);
  expect(summary.end.status).toBe(status);
  expect(summary.end.reason).toContain(reason);
});

test('of a flood the end is kept, and what was left out is told', () => {
  const live = readPlain(() => NOW);
  for (let i = 0; i < 200; i++) live.push(Buffer.from(`${String(i).padStart(1023, '.')}\n`));
  live.push(Buffer.from('the end'));
  const { entries, summary } = live.finish(ended());
  expect(entries[0]?.text?.endsWith('199\nthe end')).toBe(true);
  expect(entries[0]?.text?.length).toBeLessThanOrEqual(64 * 1024);
  expect(summary.warnings).toEqual([`the first ${200 * 1024 + 7 - 64 * 1024} bytes of the output were left out`]);
});
