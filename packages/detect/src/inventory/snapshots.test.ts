import { expect, test } from 'vitest';
import { findUpdatedSnapshots } from './snapshots.ts';

const update = (path: string, before: string | null, after: string | null) =>
  findUpdatedSnapshots(
    new Map([[path, { before: before && Buffer.from(before), after: after && Buffer.from(after) }]]) as Parameters<
      typeof findUpdatedSnapshots
    >[0],
  );

const jest = (entries: Readonly<Record<string, string>>): string =>
  `// Jest Snapshot v1\n\n${Object.entries(entries)
    .map(([name, value]) => `exports[\`${name}\`] = \`${value}\`;\n`)
    .join('\n')}`;
const JEST = 'src/__snapshots__/cart.test.ts.snap';

test.each([
  {
    path: JEST,
    before: jest({ 'cart 1': '\n<b>\n  3\n</b>\n', 'cart 2': '"x"' }),
    after: jest({ 'cart 1': '\n<b>\n  4\n</b>\n', 'cart 2': '"x"' }),
    found: { line: 3, name: 'cart 1', before: '3 </b> `;', after: '4 </b> `;' },
    why: 'one of several snapshots of jest or vitest',
  },
  {
    path: 'tests/__snapshots__/test_cart.ambr',
    before: '# serializer version: 1\n# name: test_a\n  3\n# ---\n# name: test_b\n  1\n# ---\n',
    after: '# serializer version: 1\n# name: test_a\n  3\n# ---\n# name: test_b\n  2\n# ---\n',
    found: { line: 5, name: 'test_b', before: '1 # ---', after: '2 # ---' },
    why: 'syrupy',
  },
  {
    path: 'src/snapshots/cart__total.snap',
    before: '---\nsource: src/cart.rs\nexpression: total\n---\n3\n',
    after: '---\nsource: src/shop.rs\nexpression: total\n---\n4\n',
    found: { line: 5, name: '', before: '3', after: '4' },
    why: 'insta',
  },
  {
    path: 'test/Cart.total.approved.txt',
    before: '3',
    after: '4',
    found: { line: 1, name: '', before: '3', after: '4' },
    why: 'an approved file',
  },
])('finds an updated snapshot: $why', ({ path, before, after, found }) => {
  expect(update(path, before, after)).toEqual([{ path, ...found }]);
});

test.each([
  { path: JEST, before: jest({ a: '1' }), after: jest({ a: '1', b: '2' }), why: 'another snapshot in the same file' },
  { path: JEST, before: jest({ a: '1', b: '2' }), after: jest({ a: '1' }), why: 'a removed snapshot' },
  { path: JEST, before: jest({ a: '1' }), after: jest({ a: '1' }).replaceAll('\n', '\r\n'), why: 'other line endings' },
  { path: JEST, before: null, after: jest({ a: '1' }), why: 'a new file' },
  { path: JEST, before: jest({ a: '1' }), after: null, why: 'a removed file' },
  { path: JEST, before: 'exports[`a`] = `', after: 'exports[`a`] = `1', why: 'a truncated file' },
  {
    path: 'src/snapshots/a.snap',
    before: '---\nsource: a.rs\n---\n3\n',
    after: '---\nsource: b.rs\nassertion_line: 9\n---\n3\n',
    why: 'insta has another source location',
  },
  { path: 'src/cart.ts', before: '3', after: '4', why: 'not a snapshot' },
])('no update: $why', ({ path, before, after }) => {
  expect(update(path, before, after)).toEqual([]);
});
