import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* Loading code takes most of the time of a short command. */
const BUNDLE = fileURLToPath(new URL('../packages/cli/bundle/', import.meta.url));
const read = (chunk: string): string => readFileSync(`${BUNDLE}${chunk}`, 'utf8');

/** The chunks that a command always loads. */
function listLoaded(command: string): ReadonlySet<string> {
  const [, entry] = new RegExp(`import\\("\\./(${command}-[\\w-]{8}\\.js)"\\)`).exec(read('main.js')) ?? [];
  if (entry === undefined) throw new Error(`expected a chunk of ${command} in the bundle`);
  const loaded = new Set([entry]);
  // the loop also visits chunks added while it runs
  for (const chunk of loaded)
    for (const [, next] of read(chunk).matchAll(/^import (?:[^"']* from )?"\.\/([^"]+)";$/gm))
      loaded.add(next as string);
  return loaded;
}

test.each([
  { command: 'verify', most_kb: 500, why: 'no server code' },
  { command: 'reputation', most_kb: 500, why: 'only a request' },
  { command: 'key', most_kb: 500, why: 'no database code for usage errors' },
  { command: 'transcript', most_kb: 900, why: 'no configuration schemas' },
])('$command loads at most $most_kb kB: $why', ({ command, most_kb }) => {
  const loaded = [...listLoaded(command)];
  expect(loaded.length).toBeGreaterThan(3);
  const bytes = loaded.reduce((sum, chunk) => sum + statSync(`${BUNDLE}${chunk}`).size, 0);
  expect(Math.round(bytes / 1024)).toBeLessThanOrEqual(most_kb);
  expect(loaded.filter((chunk) => read(chunk).includes('create table runs'))).toEqual([]);
});
