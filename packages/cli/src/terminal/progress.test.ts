import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { createProgress } from './progress.ts';

const { isTTY } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Object.assign(process.stderr, { isTTY });
});

/** Returns the lines written while 60 of 100 files are read. */
function readSixty({
  terminal,
  ci = '',
  ms_each = 10,
}: {
  terminal: boolean;
  ci?: string;
  ms_each?: number;
}): string[] {
  vi.useFakeTimers();
  vi.stubEnv('CI', ci);
  Object.assign(process.stderr, { isTTY: terminal });
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(stripVTControlCharacters(String(chunk)).trim());
    return true;
  });
  const progress = createProgress('reading tests', 100);
  for (let done = 1; done <= 60; done++) {
    vi.advanceTimersByTime(ms_each);
    progress.advance(done);
  }
  progress.done();
  return written;
}

test('on a terminal, redraws up to ten times a second and clears the line at the end', () => {
  const lines = readSixty({ terminal: true });
  expect(lines.map((line) => /\d+\/\d+$/.exec(line)?.[0] ?? '')).toEqual([
    ...['10/100', '20/100', '30/100', '40/100', '50/100', '60/100'],
    '',
  ]);
  expect(lines[4]).toBe('reading tests ████████████░░░░░░░░░░░░ 50/100');
});

test('short work shows no progress', () => {
  expect(readSixty({ terminal: true, ms_each: 1 }).join('')).toBe('');
});

test.each([
  { terminal: false, ci: '', why: 'a pipe' },
  { terminal: true, ci: 'true', why: 'a CI log' },
])('writes nothing to $why', ({ terminal, ci }) => {
  expect(readSixty({ terminal, ci })).toEqual([]);
});
