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

test.each([
  [
    'a_test.go',
    'package a\n\nfunc TestA(t *testing.T) {\n\tmoment, err := time.Parse("x")\n\tTake(&moment)\n}\n',
    ['Take'],
  ],
  ['a.test.js', "const moment = 1;\nit('a', () => Take(moment));\n", ['Take']],
  ['a.test.js', "const moment = require('./moment');\nit('a', () => Take(moment));\n", ['Take', 'moment']],
  ['test_a.py', 'def test_a():\n    moment = 1\n    assert a.Take(moment=moment)\n', ['Take']],
  ['test_a.py', 'def test_a():\n    assert a.Take(moment=1)\n', ['Take', 'moment']],
  ['test_a.py', 'def test_a():\n    moment = a.moment\n    assert Take(moment)\n', ['Take', 'moment']],
])('a variable of the tests is no name of the solution: %s, %s', async (path, after, names) => {
  const found = await findNewNames({
    source: [{ path: 'a.go', before: '', after: 'package a\n\nfunc Take(moment *int) {}\n' }],
    tests: [{ path, before: '', after }],
    isKnown: async () => false,
  });
  expect(found.used.map(({ name }) => name).toSorted()).toEqual(names);
});
