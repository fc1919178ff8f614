import { expect, test } from 'vitest';
import { adaptTests, findRenamed } from './adapt-tests.ts';
import { readExpectations } from './expectations.ts';

const PRODUCT = { before: 'def total(a): RED = 1', after: 'def sum_up(a): RED = 1; BLUE = 2' };

test.each([
  { before: 'f(total(1))', after: 'f(sum_up(1))', renamed: [['total', 'sum_up']], why: 'the product renamed it' },
  { before: 'total(1) == 2', after: 'sum_up(1) == 3', renamed: [['total', 'sum_up']], why: 'a value beside it stays' },
  { before: 'f() == RED', after: 'f() == BLUE', renamed: [], why: 'the old name is still there, so it is a value' },
  { before: 'f() == "total"', after: 'f() == "sum_up"', renamed: [], why: 'a text is a value' },
  { before: 'assertEqual(total)', after: 'assertTrue(sum_up, 1)', renamed: [], why: 'more than names differ' },
  { before: 'assertEqual(1)', after: 'assertTrue(1)', renamed: [], why: 'not a name of the product' },
] as const)('$before becomes $after: $why', ({ before, after, renamed }) => {
  expect([...findRenamed([[before, after]], PRODUCT)]).toEqual(renamed);
});

const change = (files: Readonly<Record<string, readonly [string, string]>>) =>
  new Map(
    Object.entries(files).map(([path, [before, after]]) => [
      path,
      { before: Buffer.from(before), after: Buffer.from(after) },
    ]),
  );

test.each([
  { name: 'basket', stand_in: 'other.py', adapted: true, why: 'of the product' },
  { name: 'fake_cart', stand_in: 'tests/fake_cart.py', adapted: false, why: 'of the tests, which may stand in for it' },
])('takes the import of a module $why', async ({ name, stand_in, adapted }) => {
  const write = (module: string, value: number): string => `from ${module} import a\nX = ${value}\n`;
  const files = change({ 'test_a.py': [write('cart', 1), write(name, 2)], [stand_in]: ['', ''] });
  const side = { mode: '100644', oid: '' };
  const tests = [...files.keys()].filter((path) => path.startsWith('test'));
  const sides = {
    tests: tests.map((path) => ({ path, before: side, after: side })),
    ...{ product: [], files: { before: tests, after: tests }, is_shared: false, runs_code: true },
  } as unknown as Parameters<typeof adaptTests>[1]['sides'];
  const test_a = { key: 'a', name: 'a', file: 'test_a.py', outcome: 'errored' } as const;
  const expectations = readExpectations({ before: [], after: [], unread: [] }, files);
  const { texts } = await adaptTests([test_a], { files, sides, expectations });
  expect([...texts]).toEqual(adapted ? [['test_a.py', 'from basket import a\nX = 1\n']] : []);
});
