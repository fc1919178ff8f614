import type { TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairResults } from './pair.ts';

// `u1` is a use and `r1` a result with the id 1, `u` has none, `u-` an empty one; `0-1` pairs the first two entries
test.each([
  { entries: '', pairs: '', why: 'nothing' },
  { entries: 'u1 r1', pairs: '0-1', why: 'by id' },
  { entries: 'u1 u2 r1 r2', pairs: '0-2 1-3', why: 'several uses in one message' },
  { entries: 'u1 u2 r2 r1', pairs: '0-3 1-2', why: 'results in order of completion' },
  { entries: 'u1 r1 u1 r1', pairs: '0-1 2-3', why: 'an id used again' },
  { entries: 'u1 u1 r1 r1', pairs: '0-3 1-2', why: 'of two open uses with one id, the nearest' },
  { entries: 'u u r r', pairs: '0-2 1-3', why: 'without ids, in order' },
  { entries: 'u- u- r- r-', pairs: '0-2 1-3', why: 'an empty id counts as none' },
  { entries: 'u r1', pairs: '0-1', why: 'a result with an unknown id goes to an unpaired use' },
  { entries: 'u1 r', pairs: '0-1', why: 'a result without an id too' },
  { entries: 'u u1 r r1', pairs: '0-2 1-3', why: 'ids first, order for the rest' },
  { entries: 'r1 u1', pairs: '', why: 'a result never precedes its use' },
  { entries: 'r u r', pairs: '1-2', why: 'not without ids either' },
  { entries: 'u1 r1 r1', pairs: '0-1', why: 'a use has one result' },
  { entries: 'u1 u2', pairs: '', why: 'uses without results' },
  { entries: 'a u1 a a r1 a', pairs: '1-4', why: 'other entries do not matter' },
])('$entries → $pairs: $why', ({ entries, pairs }) => {
  const found = [...pairResults(read(entries))].sort(([a], [b]) => a - b);
  expect(found.map((pair) => pair.join('-')).join(' ')).toBe(pairs);
});

const entry = fc.constantFrom('u', 'r', 'a', 'u1', 'r1', 'u2', 'r2', 'u-', 'r-');

test('every pair is a use and a later result, and no result is used twice', () => {
  fc.assert(
    fc.property(fc.array(entry), (words) => {
      const entries = read(words.join(' '));
      const pairs = [...pairResults(entries)];
      expect(new Set(pairs.map(([, result]) => result)).size).toBe(pairs.length);
      for (const [use, result] of pairs) {
        expect(use).toBeLessThan(result);
        expect([entries[use]?.type, entries[result]?.type]).toEqual(['tool_use', 'tool_result']);
      }
    }),
  );
});

test('no result remains after an unpaired use', () => {
  fc.assert(
    fc.property(fc.array(entry), (words) => {
      const entries = read(words.join(' '));
      const pairs = pairResults(entries);
      const taken = new Set(pairs.values());
      const lonely = entries.findIndex(({ type }, index) => type === 'tool_use' && !pairs.has(index));
      const left = entries.findLastIndex(({ type }, index) => type === 'tool_result' && !taken.has(index));
      expect(lonely === -1 || left < lonely).toBe(true);
    }),
  );
});

const TYPES = { u: 'tool_use', r: 'tool_result', a: 'assistant' } as const;

function read(words: string): TranscriptEntry[] {
  return words
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const type = TYPES[word[0] as keyof typeof TYPES];
      const id = word.slice(1);
      return { type, ...(type === 'tool_use' ? { tool: 'Bash' } : {}), tool_id: id === '-' ? '' : id || null };
    });
}
