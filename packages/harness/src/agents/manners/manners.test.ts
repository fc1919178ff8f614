import { MANNER_IDS } from '@assay/schema';
import { expect, test } from 'vitest';
import { MANNERS } from './index.ts';
import { listNewTestPatterns, planNewTest } from './new-test.ts';
import { indentTwice } from './reformatted.ts';

test('the catalog lists the manners used to prove tasks, in order', () => {
  expect(MANNERS.map(({ id }) => id)).toEqual([...MANNER_IDS]);
});

test.each([
  {
    path: 'a.py',
    text: 'def a():\n    """One\n    two"""\n    return 1\n',
    to: 'def a():\n        """One\n    two"""\n        return 1\n',
  },
  { path: 'a.js', text: 'f(() => {\n\treturn `\n  x`;\n});\n', to: 'f(() => {\n\t\treturn `\n  x`;\n});\n' },
  {
    path: 'a.go',
    text: 'package a\n\nfunc A() string {\n\treturn `\n\tx`\n}\n',
    to: 'package a\n\nfunc A() string {\n\t\treturn `\n\tx`\n}\n',
  },
  { path: 'a.txt', text: '  a\n', to: undefined },
  { path: 'broken.py', text: 'def (:\n    x\n', to: undefined },
])('doubles the indentation of $path outside of texts', async ({ path, text, to }) => {
  expect(await indentTwice(path, text)).toBe(to);
});

test.each([
  { path: 'tests/test_a.py', copy: 'tests/test_a_more.py', pattern: 'tests/test_*.py' },
  { path: 'pkg/a_test.py', copy: 'pkg/a_more_test.py', pattern: 'pkg/*_test.py' },
  { path: 'src/a.test.tsx', copy: 'src/a.more.test.tsx', pattern: 'src/*.test.tsx' },
  { path: 'test/a.mjs', copy: 'test/a-more.mjs', pattern: 'test/*.mjs' },
  { path: 'tests/a.rs', copy: 'tests/a_more.rs', pattern: 'tests/*.rs' },
])('a new test beside $path is a copy of it, and its pattern is known', ({ path, copy, pattern }) => {
  expect(planNewTest(new Map([[path, 'the test']]))).toEqual([{ path: copy, content: 'the test' }]);
  expect(listNewTestPatterns([path, copy, 'src/a.py'])).toEqual([pattern]);
});

test('a new test for Go has its own name, because functions of a package have one name each', () => {
  const [edit] = planNewTest(new Map([['a_test.go', 'package a_test\n\nfunc TestA(t *testing.T) {}\n']]));
  expect(edit?.path).toBe('a_more_test.go');
  expect(edit?.content).toMatch(/^package a_test\n[\s\S]*func TestMoreOfIt\(/);
});

test('a test with snapshots is not copied, nor is a helper', () => {
  expect(
    planNewTest(
      new Map([
        ['tests/conftest.py', ''],
        ['a.test.js', 'toMatchSnapshot()'],
        ['tests/run.sh', ''],
      ]),
    ),
  ).toEqual([]);
});
