import { expect, test } from 'vitest';
import { ended } from '../../../test/ended.ts';
import { readPlain } from './plain-transcript.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
function read(text: string, end = ended()) {
  const live = readPlain(() => NOW);
  live.push(Buffer.from(text));
  return live.finish(end);
}

test('the output is the answer, with the time of the end', () => {
  const { entries, arrivals, summary } = read('  I fixed it.\n\n');
  expect(entries).toEqual([{ type: 'assistant', text: 'I fixed it.', at: '2026-11-15T12:00:00.000Z' }]);
  expect(arrivals).toBe(1);
  expect(summary).toMatchObject({ format: 'plain', usage: null, cost_usd: null, counts: { entries: 1 }, warnings: [] });
});

test('no output gives no entries', () => {
  expect(read(' \n\t')).toMatchObject({ entries: [], arrivals: 0, summary: { counts: { entries: 0 } } });
});

test.each([
  { end: ended(), status: 'completed', reason: 'exited with 0', why: 'it succeeded' },
  { end: ended({ exit_code: 2 }), status: 'failed', reason: 'exited with 2', why: 'it failed' },
  { end: ended({ exit_code: null, signal: 'SIGSEGV' }), status: 'failed', reason: 'SIGSEGV', why: 'it crashed' },
  {
    end: ended({ ended_by: 'timeout', reason: 'out of time' }),
    status: 'failed',
    reason: 'out of time',
    why: 'it was ended, whatever its exit code',
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

test('keeps the end of long output and reports what was dropped', () => {
  const live = readPlain(() => NOW);
  for (let i = 0; i < 200; i++) live.push(Buffer.from(`${String(i).padStart(1023, '.')}\n`));
  live.push(Buffer.from('the end'));
  const { entries, summary } = live.finish(ended());
  expect(entries[0]?.text?.endsWith('199\nthe end')).toBe(true);
  expect(entries[0]?.text?.length).toBeLessThanOrEqual(64 * 1024);
  expect(summary.warnings).toEqual([`the first ${200 * 1024 + 7 - 64 * 1024} bytes of the output were dropped`]);
});
