import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { HANDLERS } from '../operations/index.ts';
import { formatAnswer, formatRequest } from './format-example.ts';

const operations = HANDLERS.map(({ operation }) => operation);

/** The arguments a shell passes to `curl`, per command. */
function readByShell(commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${commands.join('\n')}`;
  const env = { ASSAY_URL: 'http://server', ASSAY_API_KEY: 'secret' };
  const said = execFileSync('sh', ['-c', script], { encoding: 'utf8', env });
  return said
    .split('\x01')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

test('every request reaches curl unchanged, whatever its body', () => {
  const read = readByShell(operations.map(formatRequest));
  expect(read).toHaveLength(operations.length);
  for (const [index, words] of read.entries()) {
    const { id, path, scope, example } = operations[index] as (typeof operations)[number];
    const url = new URL(words.find((word) => word.startsWith('http')) as string);
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => example.params?.[name] as string);
    expect([url.origin, decodeURIComponent(url.pathname)], id).toEqual(['http://server', filled]);
    expect(Object.fromEntries(url.searchParams), id).toEqual(example.query ?? {});
    expect(words.includes('Authorization: Bearer secret'), id).toBe(scope !== null);
    const body = words.indexOf('-d');
    expect(body < 0 ? undefined : JSON.parse(words[body + 1] as string), id).toEqual(example.body);
  }
});

test('names the method where curl would use another', () => {
  const read = readByShell(operations.map(formatRequest));
  for (const [index, words] of read.entries()) {
    const { id, method } = operations[index] as (typeof operations)[number];
    const told = words.includes('-X') ? words[words.indexOf('-X') + 1] : words.includes('-d') ? 'POST' : 'GET';
    expect(told, id).toBe(method.toUpperCase());
  }
});

test('shows answers as JSON or text', () => {
  const shown = (id: string) => formatAnswer(operations.find((one) => one.id === id) as (typeof operations)[number]);
  expect(JSON.parse(shown('get_health'))).toEqual({ status: 'ok' });
  expect(shown('get_run_diff')).toMatch(/^diff --git a\/invoice.js/);
  expect(shown('get_badge')).toMatch(/^<svg [\s\S]*<\/svg>$/);
  expect(shown('delete_webhook')).toBe('');
});
