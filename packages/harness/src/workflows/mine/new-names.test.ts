import { expect, test } from 'vitest';
import { describeUsage, findNewNames } from './new-names.ts';

test.each([
  ['chunk', 'assert chunk([1, 2], size=2) == [[1, 2]]', 'chunk(…, size=…)'],
  ['chunk', 'expect(chunk()).toEqual([])', 'chunk()'],
  ['chunk', 'chunk("a, (b", [1, [2]], {c: 3})', 'chunk(…, …, …)'],
  ['Chunk', 'from a import Chunk', 'Chunk'],
  ['chunk', 'my_chunk(1)', 'chunk'],
])('%s in %s', (name, text, usage) => {
  expect(describeUsage(name, text)).toBe(usage);
});

test('names of code count, words of texts and comments do not', async () => {
  const found = await findNewNames({
    source: [
      {
        path: 'a.py',
        before: 'def old(): pass\n',
        after:
          'def old(): pass\ndef chunk(items, size):  # passersby\n    inner_part = "potato"\n    return old(inner_part)\n',
      },
    ],
    tests: [
      { path: 'test_a.py', before: '', after: 'from a import chunk\nassert chunk([], size=1) == "potato passersby"\n' },
    ],
    isKnown: async (word) => word === 'items',
  });
  expect(found.used.map(({ name }) => name).toSorted()).toEqual(['chunk', 'size']);
  expect([...found.own]).toEqual(['inner_part']);
});
