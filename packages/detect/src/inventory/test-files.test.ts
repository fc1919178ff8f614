import { expect, test } from 'vitest';
import { createTestFileFilter } from './test-files.ts';

test.each([
  { path: 'test_a.py', is: true, why: 'at the root' },
  { path: 'a/b_test.py', is: true, why: 'in a folder' },
  { path: 'src/a.test.ts', is: true, why: 'next to the code' },
  { path: 'src/a.spec.mts', is: true, why: 'with a longer extension' },
  { path: 'src/__tests__/a.js', is: true, why: 'in a test folder' },
  { path: 'a_test.go', is: true, why: 'Go' },
  { path: 'src/test/java/CartTest.java', is: true, why: 'Java' },
  { path: 'src/cart.ts', is: false, why: 'code' },
  { path: 'a/node_modules/b/a.test.ts', is: false, why: 'vendored' },
  { path: 'vendor/a_test.go', is: false, why: 'vendored' },
  { path: 'a/testdata/a_test.go', is: false, why: 'data' },
])('$path is a test file: $is ($why)', ({ path, is }) => {
  expect(createTestFileFilter()(path)).toBe(is);
});
