import { Inventory } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeInventory } from './inventory.ts';

const PYTHON = `
import pytest

class TestCart:
    @pytest.mark.skip(reason="later")
    def test_adds_up(self):
        assert total([1, 2]) == 3

def test_empty():
    assert total([]) == 0
    assert isinstance(total([]), int)
`;

const TYPESCRIPT = `
import { describe, expect, it } from 'vitest';
describe('cart', () => {
  it.skip('adds up', () => { expect(total([1, 2])).toBe(3); });
  it('is empty', () => { expect(total([])).toBe(0); });
});
`;

const readOne = async (path: string, content: string | Buffer) => {
  const inventory = await takeInventory(new Map([[path, { before: null, after: Buffer.from(content) }]]));
  return { ...inventory, file: inventory.after[0] };
};

test('both sides of a changed test file are read, and each only where it is there', async () => {
  const inventory = await takeInventory(
    new Map([
      ['tests/test_b.py', { before: Buffer.from(PYTHON), after: null }],
      ['a.test.ts', { before: null, after: Buffer.from(TYPESCRIPT) }],
    ]),
  );
  expect(Inventory.parse(inventory)).toEqual(inventory);
  expect(inventory.before.map(({ path }) => path)).toEqual(['tests/test_b.py']);
  expect(inventory.after.map(({ path, language, engine }) => [path, language, engine])).toEqual([
    ['a.test.ts', 'typescript', 'tree'],
  ]);
  expect(inventory.unread).toEqual([]);
});

test.each([
  { path: 'src/cart.py', why: 'no test file by its path' },
  { path: 'tests/data.json', why: 'in no language' },
  { path: 'node_modules/a/a.test.ts', why: 'written by others' },
  { path: 'tests/fixtures/test_a.py', why: 'read by tests only' },
])('$path is left out: $why', async ({ path }) => {
  expect(await takeInventory(new Map([[path, { before: null, after: Buffer.from(PYTHON) }]]))).toEqual({
    before: [],
    after: [],
    unread: [],
  });
});

test('another globset says what a test file is', async () => {
  const files = new Map([['checks/cart.py', { before: null, after: Buffer.from(PYTHON) }]]);
  const inventory = await takeInventory(files, { test_globsets: [{ patterns: ['/checks'], glob: 'gitignore' }] });
  expect(inventory.after).toHaveLength(1);
});

const withoutLines = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (/^(?:line|end_line|text)$/.test(key) ? undefined : inner)));

test.each([
  { path: 'tests/test_a.py', text: PYTHON, comment: '# assert x == 1' },
  { path: 'a.test.ts', text: TYPESCRIPT, comment: "// it('x', () => { expect(1).toBe(1) })" },
])('comments and empty lines change nothing but lines in $path', async ({ path, text, comment }) => {
  const lines = text.split('\n');
  const plain = withoutLines((await readOne(path, text)).file);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(lines.length), fc.constantFrom('', comment, `   ${comment}`))),
      async (added) => {
        const changed = [...lines];
        for (const [at, line] of added) changed.splice(at, 0, line);
        expect(withoutLines((await readOne(path, changed.join('\n'))).file)).toEqual(plain);
      },
    ),
    { numRuns: 30 },
  );
});

test('the same file always reads the same', async () => {
  expect(await readOne('a.test.ts', TYPESCRIPT)).toEqual(await readOne('a.test.ts', TYPESCRIPT));
});

test('a test in a block comment is none', async () => {
  const { file } = await readOne('a.test.ts', TYPESCRIPT.replace(/(it\('is empty'.*)/, '/* $1 */'));
  expect(file?.tests.map(({ name }) => name)).toEqual(['cart > adds up']);
});

test.each([
  { path: 'tests/a.py', text: `def test_a():\n    assert ${'('.repeat(100_000)}`, why: 'deep in parentheses' },
  { path: 'a.test.ts', text: `it('a', () => { expect(${'['.repeat(100_000)}`, why: 'deep in brackets' },
])('a file nested $why is read by its words', async ({ path, text }) => {
  const { file } = await readOne(path, text);
  expect(file).toMatchObject({ engine: 'lexical', broken: true });
  expect(file?.tests).toHaveLength(1);
});

test('a file of 50 MB is named as unread', async () => {
  const { unread } = await readOne('tests/a.py', Buffer.alloc(50_000_000, 'a'));
  expect(unread).toEqual([{ path: 'tests/a.py', reason: 'after the change, it is larger than 5 MiB' }]);
});

test('bytes that are no UTF-8, and NULs, do not hide a test', async () => {
  const strange = Buffer.concat([Buffer.from('# '), Buffer.from([0xff, 0xc0, 0x00, 0xfe]), Buffer.from(PYTHON)]);
  expect((await readOne('tests/a.py', strange)).file?.tests).toHaveLength(2);
});

test('a text in UTF-16 with its mark is read', async () => {
  const wide = Buffer.from(`\ufeff${TYPESCRIPT}`, 'utf16le');
  expect((await readOne('a.test.ts', wide)).file?.tests).toHaveLength(2);
});

test('a minified file is read like any other', async () => {
  const { file } = await readOne('a.test.js', "it('a',()=>{expect(f(1)).toBe(2)});".repeat(2_000));
  expect(file?.tests).toHaveLength(2_000);
});

test('no bytes break the reading', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('tests/a.py', 'a.test.ts', 'a.test.tsx', 'a.test.js'),
      fc.uint8Array({ maxLength: 300 }),
      async (path, bytes) => {
        expect(Inventory.parse(await readOne(path, Buffer.from(bytes)))).toBeDefined();
      },
    ),
    { numRuns: 200 },
  );
});

test('no piece of a real file breaks the reading', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(TYPESCRIPT.length), fc.nat(TYPESCRIPT.length), async (from, to) => {
      expect((await readOne('a.test.ts', TYPESCRIPT.slice(from) + TYPESCRIPT.slice(0, to))).unread).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
