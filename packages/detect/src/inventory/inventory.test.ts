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

test('reads the existing sides of a changed test file', async () => {
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
  { path: 'src/cart.py', why: 'not a test path' },
  { path: 'tests/data.json', why: 'no known language' },
  { path: 'node_modules/a/a.test.ts', why: 'vendored' },
  { path: 'tests/fixtures/test_a.py', why: 'a fixture' },
])('ignores $path: $why', async ({ path }) => {
  const text = 'def test_add():\n    assert add(1, 2) == 3\n';
  expect(await takeInventory(new Map([[path, { before: null, after: Buffer.from(text) }]]))).toEqual({
    before: [],
    after: [],
    unread: [],
  });
});

test('a globset adds test files', async () => {
  const files = new Map([['checks/cart.py', { before: null, after: Buffer.from(PYTHON) }]]);
  const inventory = await takeInventory(files, { test_globsets: [{ patterns: ['/checks'], glob: 'gitignore' }] });
  expect(inventory.after).toHaveLength(1);
});

const withoutLines = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (/^(?:line|end_line|text)$/.test(key) ? undefined : inner)));

test.each([
  { path: 'tests/test_a.py', text: PYTHON, comment: '# assert x == 1' },
  { path: 'a.test.ts', text: TYPESCRIPT, comment: "// it('x', () => { expect(1).toBe(1) })" },
])('comments and empty lines change only line numbers in $path', async ({ path, text, comment }) => {
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

test('reading is deterministic', async () => {
  expect(await readOne('a.test.ts', TYPESCRIPT)).toEqual(await readOne('a.test.ts', TYPESCRIPT));
});

test('ignores a test in a block comment', async () => {
  const { file } = await readOne('a.test.ts', TYPESCRIPT.replace(/(it\('is empty'.*)/, '/* $1 */'));
  expect(file?.tests.map(({ name }) => name)).toEqual(['cart > adds up']);
});

test.each([
  { path: 'tests/a.py', text: `def test_a():\n    assert ${'('.repeat(100_000)}`, why: 'in parentheses' },
  { path: 'a.test.ts', text: `it('a', () => { expect(${'['.repeat(100_000)}`, why: 'in brackets' },
])('reads a file with deep nesting $why by its words', async ({ path, text }) => {
  const { file } = await readOne(path, text);
  expect(file).toMatchObject({ engine: 'lexical', broken: true });
  expect(file?.tests).toHaveLength(1);
});

test('lists a 50 MB file as unread', async () => {
  const { unread } = await readOne('tests/a.py', Buffer.alloc(50_000_000, 'a'));
  expect(unread).toEqual([{ path: 'tests/a.py', reason: 'after the change, it is larger than 5 MiB' }]);
});

test('finds a test among invalid UTF-8 and NULs', async () => {
  const strange = Buffer.concat([Buffer.from('# '), Buffer.from([0xff, 0xc0, 0x00, 0xfe]), Buffer.from(PYTHON)]);
  expect((await readOne('tests/a.py', strange)).file?.tests).toHaveLength(2);
});

test('reads UTF-16 with a byte order mark', async () => {
  const wide = Buffer.from(`\ufeff${TYPESCRIPT}`, 'utf16le');
  expect((await readOne('a.test.ts', wide)).file?.tests).toHaveLength(2);
});

test('reads a minified file', async () => {
  const { file } = await readOne('a.test.js', "it('a',()=>{expect(f(1)).toBe(2)});".repeat(2_000));
  expect(file?.tests).toHaveLength(2_000);
});

test('never throws on random bytes', async () => {
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

test('never throws on a part of a real file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(TYPESCRIPT.length), fc.nat(TYPESCRIPT.length), async (from, to) => {
      expect((await readOne('a.test.ts', TYPESCRIPT.slice(from) + TYPESCRIPT.slice(0, to))).unread).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
