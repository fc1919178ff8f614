import { expect, test } from 'vitest';
import { isRunByName } from './runner-names.ts';

test.each([
  { path: 'test_a.py', is: true },
  { path: 'pkg/a_test.py', is: true },
  { path: 'app/tests.py', is: true },
  { path: 'tests/a.py', is: false },
  { path: 'src/a.test.ts', is: true },
  { path: 'src/__tests__/a.ts', is: true },
  { path: 'tests/a.ts', is: false },
  { path: 'src/test/java/CartTest.java', is: true },
  { path: 'src/test/java/CartChecks.java', is: false },
  { path: 'spec/cart_spec.rb', is: true },
  { path: 'spec/cart.rb', is: false },
  { path: 'tests/any_name.rs', is: true },
  { path: 'Any.cs', is: true },
  { path: 'cart.test.constructor', is: true },
])('$path is picked up: $is', ({ path, is }) => {
  expect(isRunByName(path)).toBe(is);
});
