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

/** What is written while 60 of 100 files are read in 600 ms. */
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

test('a line counts where a person looks, ten times a second at most, and is gone at the end', () => {
  const lines = readSixty({ terminal: true });
  expect(lines.map((line) => /\d+\/\d+$/.exec(line)?.[0] ?? '')).toEqual([
    ...['10/100', '20/100', '30/100', '40/100', '50/100', '60/100'],
    '',
  ]);
  expect(lines[4]).toBe('reading tests ████████████░░░░░░░░░░░░ 50/100');
});

test('what is over at once shows no line', () => {
  expect(readSixty({ terminal: true, ms_each: 1 }).join('')).toBe('');
});

test.each([
  { terminal: false, ci: '', why: 'a pipe' },
  { terminal: true, ci: 'true', why: 'the log of a CI server' },
])('$why gets nothing', ({ terminal, ci }) => {
  expect(readSixty({ terminal, ci })).toEqual([]);
});
