import { expect, test } from 'vitest';
import { unwrapEntry, wrapEntry } from './wrap-entry.ts';

const LAUNCH = { command: '/node', args: ['/lib/assay.js', 'proxy', '--mode', 'gate'] };
const OWN = ['/lib/assay.js', 'proxy', '--mode', 'gate'];

test.each([
  {
    entry: { command: 'npx', args: ['-y', 'server'], env: { A: '1' }, disabled: false },
    wrapped: { command: '/node', args: [...OWN, '--', 'npx', '-y', 'server'], env: { A: '1' }, disabled: false },
    why: 'a command, with all its other fields',
  },
  {
    entry: { type: 'stdio', command: 'server' },
    wrapped: { type: 'stdio', command: '/node', args: [...OWN, '--', 'server'] },
    why: 'a command without arguments',
  },
  {
    entry: { command: 'tool', args: ['proxy', '--', 'x'] },
    wrapped: { command: '/node', args: [...OWN, '--', 'tool', 'proxy', '--', 'x'] },
    why: 'a proxy other than Assay, like any server',
  },
  {
    entry: { type: 'http', url: 'https://a/mcp', headers: { Authorization: 'Bearer x' }, timeout: 5 },
    wrapped: {
      type: 'stdio',
      command: '/node',
      args: [...OWN, '--url', 'https://a/mcp'],
      timeout: 5,
      env: { ASSAY_PROXY_HEADERS: '{"Authorization":"Bearer x"}' },
    },
    why: 'a url, with its headers in an environment variable',
  },
])('wraps and unwraps $why', ({ entry, wrapped }) => {
  expect(wrapEntry(entry, LAUNCH, false)).toEqual({ entry: wrapped });
  expect(unwrapEntry(wrapped)).toEqual({ ...entry, ...('args' in entry || 'url' in entry ? {} : { args: [] }) });
  expect(wrapEntry(wrapped, LAUNCH, false)).toEqual({ reason: 'the proxy is already installed' });
});

test.each([
  { entry: { url: 'https://a/mcp' }, reason: /may sign in by itself/, why: 'a url that may need a sign-in' },
  { entry: { type: 'sse', url: 'https://a/sse', headers: {} }, reason: /old transport/, why: 'the old transport' },
  { entry: { command: 'x', args: 'y' }, reason: /list of strings/, why: 'invalid arguments' },
  {
    entry: { url: 'https://a', headers: { A: 1 } },
    reason: /headers to be an object with text values/,
    why: 'invalid headers',
  },
  { entry: {}, reason: /command or a url/, why: 'an entry with neither' },
])('does not wrap $why', ({ entry, reason }) => {
  expect(wrapEntry(entry, LAUNCH, false)).toEqual({ reason: expect.stringMatching(reason) });
});

test('wraps a url without headers if it is named', () => {
  expect(wrapEntry({ url: 'https://a/mcp' }, LAUNCH, true)).toEqual({
    entry: { command: '/node', args: [...OWN, '--url', 'https://a/mcp'] },
  });
});

test.each([{}, { command: 'x' }, { command: 'assay', args: ['proxy', '--'] }, { command: 'assay', args: ['proxy'] }])(
  'does not unwrap %j',
  (entry) => {
    expect(unwrapEntry(entry)).toBeUndefined();
  },
);
