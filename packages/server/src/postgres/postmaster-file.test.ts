import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

const LINES = ['4711', '/srv/.assay/db/data', '1763197576', '24597', '', '127.0.0.1', '  3411  65536'];

test.each([
  { why: 'a server that is ready', text: [...LINES, 'ready   ', ''].join('\n'), status: 'ready' },
  { why: 'one that is being stopped', text: [...LINES, 'stopping', ''].join('\n'), status: 'stopping' },
  { why: 'one that has not written its status', text: `${LINES.join('\n')}\n`, status: 'starting' },
])('$why', ({ text, status }) => {
  expect(parsePostmasterFile(text)).toEqual({ pid: 4711, port: 24597, status });
});

test.each([
  { why: 'emptied by a power cut', text: '' },
  { why: 'of a server that was run by hand, alone', text: '-4711\n/srv/data\n' },
  { why: 'not of a server', text: 'hello\n' },
])('a file that is $why names nobody', ({ text }) => {
  expect(parsePostmasterFile(text)).toBeUndefined();
});
