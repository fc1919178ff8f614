import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* What a command loads before it does anything is most of what a call costs. */
const BUNDLE = fileURLToPath(new URL('../packages/cli/bundle/', import.meta.url));
const read = (chunk: string): string => readFileSync(`${BUNDLE}${chunk}`, 'utf8');

/** The chunks that are loaded with a command, whatever it is asked. */
function listLoaded(command: string): ReadonlySet<string> {
  const [, entry] = new RegExp(`import\\("\\./(${command}-[\\w-]{8}\\.js)"\\)`).exec(read('main.js')) ?? [];
  if (entry === undefined) throw new Error(`expected a chunk of ${command} in the bundle, found none`);
  const loaded = new Set([entry]);
  // what is added while it is gone through is gone through as well
  for (const chunk of loaded)
    for (const [, next] of read(chunk).matchAll(/^import (?:[^"']* from )?"\.\/([^"]+)";$/gm))
      loaded.add(next as string);
  return loaded;
}

test.each([
  { command: 'verify', most_kb: 500, why: 'an attestation is checked without a server' },
  { command: 'reputation', most_kb: 500, why: 'it only asks' },
  { command: 'key', most_kb: 500, why: 'usage is told without a database' },
  { command: 'transcript', most_kb: 900, why: 'reading waits for no schemas of the configuration' },
])('$command loads at most $most_kb kB: $why', ({ command, most_kb }) => {
  const loaded = [...listLoaded(command)];
  expect(loaded.length).toBeGreaterThan(3);
  const bytes = loaded.reduce((sum, chunk) => sum + statSync(`${BUNDLE}${chunk}`).size, 0);
  expect(Math.round(bytes / 1024)).toBeLessThanOrEqual(most_kb);
  expect(loaded.filter((chunk) => read(chunk).includes('create table runs'))).toEqual([]);
});
