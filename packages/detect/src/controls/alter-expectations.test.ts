import { expect, test } from 'vitest';
import { takeInventory } from '../inventory/inventory.ts';
import { alterExpectations } from './alter-expectations.ts';

const alter = async (path: string, text: string) => {
  const inventory = await takeInventory(new Map([[path, { before: null, after: Buffer.from(text) }]]));
  return alterExpectations({ path, text }, inventory.after[0]?.tests ?? []);
};

test.each([
  { path: 'test_a.py', old: 'assert f(3) == 3', now: 'assert f(3) == 73', why: 'only what is expected' },
  { path: 'test_a.py', old: 'assert 3 == f(3)', now: 'assert 73 == f(3)', why: 'the expected value first' },
  { path: 'test_a.py', old: "assert f() == ['a b', 1]", now: "assert f() == ['a b~', 1]", why: 'a list' },
  { path: 'test_a.py', old: 'assert f(True) is True', now: 'assert f(True) is False', why: 'a boolean' },
  { path: 'a.test.js', old: 'expect(f(1)).toBe(1);', now: 'expect(f(1)).toBe(71);', why: 'a matcher' },
  {
    path: 'a.test.js',
    old: 'expect(f()).toEqual({ a: "x" });',
    now: 'expect(f()).toEqual({ a: "x~" });',
    why: 'an object',
  },
  { path: 'a.test.js', old: 'expect(f(1)).toBe(true);', now: 'expect(f(1)).toBe(false);', why: 'a truth' },
  {
    path: 'a.test.js',
    old: 'try { assert.equal(f(), -2); } catch {}',
    now: 'try { assert.equal(f(), -72); } catch {}',
    why: 'inside a block',
  },
])('$path: $old becomes $now: $why', async ({ path, old, now }) => {
  const write = (line: string): string =>
    path.endsWith('.py')
      ? `def test_a():\n    ${line}\n`
      : `import assert from 'assert';\nit('a', () => {\n  ${line}\n});\n`;
  const altered = await alter(path, write(old));
  expect(altered?.text).toBe(write(now));
  expect(altered?.altered).toMatchObject([{ is_whole: true }]);
});

test.each([
  { line: 'assert f() == g()', why: 'another value of the product' },
  { line: 'assert f() != 3', why: 'any other value differs, too' },
  { line: 'assert f() > 3', why: 'a bound may hold for another value' },
  { line: 'assert f(True)', why: 'an input' },
  { line: 'assert f() == pytest.approx(0.3)', why: 'a margin' },
])('does not alter $line: $why', async ({ line }) => {
  expect(await alter('test_a.py', `def test_a():\n    ${line}\n`)).toBeUndefined();
});

test('tells a test that has other assertions', async () => {
  const altered = await alter('test_a.py', 'def test_a():\n    assert f() == 1\n    assert g()\n');
  expect(altered?.altered).toMatchObject([{ line: 2, is_whole: false }]);
});
