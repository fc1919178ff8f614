import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

const LINES = ['4711', '/srv/.assay/db/data', '1763197576', '24597', '', '127.0.0.1', '  3411  65536'];

test.each([
  { why: 'a ready server', text: [...LINES, 'ready   ', ''].join('\n'), status: 'ready' },
  { why: 'a stopping server', text: [...LINES, 'stopping', ''].join('\n'), status: 'stopping' },
  { why: 'a server that has not written its status', text: `${LINES.join('\n')}\n`, status: 'starting' },
])('$why', ({ text, status }) => {
  expect(parsePostmasterFile(text)).toEqual({ pid: 4711, port: 24597, status });
});

test.each([
  { why: 'emptied by a power failure', text: '' },
  { why: 'of a server in single-user mode', text: '-4711\n/srv/data\n' },
  { why: 'not of a server', text: 'hello\n' },
])('a file $why names no server', ({ text }) => {
  expect(parsePostmasterFile(text)).toBeUndefined();
});
