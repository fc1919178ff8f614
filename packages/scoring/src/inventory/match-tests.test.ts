import { expect, test } from 'vitest';
import { assertion, fileOf, testCase } from '../../test/inventory.ts';
import { matchTests } from './match-tests.ts';
import { placeTests } from './placed-test.ts';

const adds = testCase('Cart > adds', [assertion('add(1)', '1'), assertion('size', '2')], { calls: ['add'] });
const edited = testCase('Cart > adds', [assertion('add(1)', '1'), assertion('size', '3')], { calls: ['add'] });
const other = testCase('Shop > closes', [assertion('closed', 'true')], { calls: ['close'] });

const match = (before: Parameters<typeof placeTests>[0], after: Parameters<typeof placeTests>[0]) => {
  const { pairs, removed, added } = matchTests(placeTests(before), placeTests(after));
  const name = ({ path, test }: (typeof removed)[number]): string => `${path} ${test.name}`;
  return {
    pairs: pairs.map((pair) => [name(pair.before), name(pair.after)]),
    removed: removed.map(name),
    added: added.map(name),
  };
};

test.each([
  { after: fileOf('a', [adds]), found: 'a Cart > adds', why: 'unchanged' },
  { after: fileOf('a', [edited]), found: 'a Cart > adds', why: 'edited' },
  { after: fileOf('b', [edited]), found: 'b Cart > adds', why: 'moved and edited' },
  { after: fileOf('a', [{ ...adds, name: 'Cart > grows' }]), found: 'a Cart > grows', why: 'renamed' },
  { after: fileOf('b', [{ ...adds, name: 'Cart > grows' }]), found: 'b Cart > grows', why: 'moved and renamed' },
  { after: fileOf('a', [{ ...edited, name: 'Basket > adds' }]), found: 'a Basket > adds', why: 'its group renamed' },
  { after: fileOf('a', [{ ...edited, name: 'Cart > adds up' }]), found: 'a Cart > adds up', why: 'renamed and edited' },
  { after: fileOf('a', [other]), found: null, why: 'another test in its place' },
  { after: fileOf('b', [{ ...other, name: adds.name }]), found: null, why: 'elsewhere, with only the same name' },
])('found as $found: $why', ({ after, found }) => {
  const result = match([fileOf('a', [adds])], [after]);
  expect(result.pairs).toEqual(found === null ? [] : [['a Cart > adds', found]]);
  expect(result.removed).toEqual(found === null ? ['a Cart > adds'] : []);
});

test('distinguishes tests of one name by their bodies', () => {
  const twins = [adds, { ...other, name: adds.name }];
  const { pairs } = matchTests(placeTests([fileOf('a', twins)]), placeTests([fileOf('a', twins.toReversed())]));
  for (const { before, after } of pairs) expect(after.test.body_digest).toBe(before.test.body_digest);
});

test('does not match tests without a body to each other', () => {
  const empty = (name: string) => testCase(name, [], { statements: 0 });
  expect(match([fileOf('a', [empty('x')])], [fileOf('a', [empty('y')])]).pairs).toEqual([]);
});

test('compares a rewrite of thousands of tests in bounded time', () => {
  const many = (side: string) =>
    fileOf(
      'a',
      Array.from({ length: 5000 }, (_, n) => testCase(`${side} ${n}`, [assertion(`f(${n})`, `${side}${n}`)])),
    );
  const { removed, added } = match([many('before')], [many('after')]);
  expect(removed.length).toBe(added.length);
});
