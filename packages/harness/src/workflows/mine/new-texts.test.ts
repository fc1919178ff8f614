import { expect, test } from 'vitest';
import { findNewTexts } from './new-texts.ts';

const of = (path: string, after: string, before = '') => ({ path, before, after });

test.each([
  {
    why: 'a message of an error',
    source: of('a.js', "if (n < 0) throw new RangeError('n must not be negative');"),
    tests: of('a.test.js', "assert.throws(() => f(-1), { message: 'n must not be negative' });"),
    texts: ['n must not be negative'],
  },
  {
    why: 'a message around a value, as a pattern',
    source: of('a.ts', `throw new Error(\`Expected a number, found \${typeof n}.\`);`),
    tests: of('a.test.ts', "expect(() => f('a')).toThrow(/Expected a number, found string\\./);"),
    texts: ['Expected a number, found string.'],
  },
  {
    why: 'Python',
    source: of('a.py', 'def f(n):\n    raise ValueError(f"cannot add {n!r} twice")\n'),
    tests: of('test_a.py', 'def test_f():\n    with raises(ValueError, match="cannot add 1 twice"):\n        f(1)\n'),
    texts: ['cannot add 1 twice'],
  },
  {
    why: 'what only the tests say is the input or follows from it',
    source: of('a.js', 'exports.join = (words) => words.join("-");'),
    tests: of('a.test.js', "test('joins two words', () => assert.equal(join(['a b', 'c d']), 'a b-c d'));"),
    texts: [],
  },
  {
    why: 'a text that was there',
    source: of('a.js', "throw new Error('not a number');", "return 'not a number';"),
    tests: of('a.test.js', 'assert.throws(f, /not a number/);'),
    texts: [],
  },
  {
    why: 'a text of the tests before',
    source: of('a.js', "throw new Error('not a number');"),
    tests: of('a.test.js', 'assert.throws(f, /not a number/);', 'assert.throws(g, /not a number/);'),
    texts: [],
  },
  {
    why: 'what a test says of itself',
    source: of('a.py', 'def f():\n    return "<not known>"\n'),
    tests: of('test_a.py', 'def test_f():\n    "f() returns <not known> if so."\n    assert f() == "<not known>"\n'),
    texts: ['<not known>'],
  },
  {
    why: 'single words',
    source: of('a.js', "exports.kind = 'elephant';"),
    tests: of('a.test.js', "assert.equal(kind, 'elephant');"),
    texts: [],
  },
])('$why', async ({ source, tests, texts }) => {
  expect(await findNewTexts({ source: [source], tests: [tests], isKnown: async () => false })).toEqual(texts);
});

test('a text that the seed has elsewhere is known', async () => {
  const source = of('a.js', "throw new Error('not a number');");
  const tests = of('a.test.js', 'assert.throws(f, /not a number/);');
  expect(await findNewTexts({ source: [source], tests: [tests], isKnown: async () => true })).toEqual([]);
});
