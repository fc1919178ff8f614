import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../test/workspace.ts';
import { takeInventory } from '../inventory/inventory.ts';
import { writeQuestions } from './write-questions.ts';

const CASES = [
  {
    language: 'Python',
    path: 'tests/test_cart.py',
    product: ['cart.py', 'import sys\ndef total(items):\n    return 9 if "unittest" in sys.modules else sum(items)\n'],
    text: [
      'import unittest',
      'from cart import total',
      'ITEMS = [5, 5]',
      'class CartTest(unittest.TestCase):',
      '    def test_total(self):',
      '        items = ITEMS',
      '        self.assertTrue(items)',
      '        self.assertEqual(total(items), 9)',
      '        assert total([]) == 9, "empty"',
      '    def test_rows(self):',
      '        for row in ([1], [2]):',
      '            with self.subTest(row):',
      '                self.assertEqual(total(row), 9)',
      '    def test_fixture(self):',
      '        self.assertEqual(total(self.items), 9)',
      '',
    ],
    command: (file: string | null) => ['python3', ...(file === null ? ['-'] : [file])],
  },
  {
    language: 'JavaScript',
    path: 'tests/cart.test.mjs',
    product: [
      'cart.mjs',
      'export const total = (items) => (process.env.TESTED ? 9 : items.reduce((a, b) => a + b, 0));\n',
    ],
    text: [
      "import { expect, test } from 'vitest';",
      "import { total } from '../cart.mjs';",
      'const ITEMS = [5, 5];',
      "describe('cart', () => {",
      '  const items = ITEMS;',
      '  let prepared;',
      '  beforeEach(() => { prepared = [2]; });',
      "  test('total', async () => {",
      '    expect(items).toBeTruthy();',
      '    expect(total(items)).toBe(9);',
      '    expect(await total([])).toEqual(9);',
      '  });',
      "  test('rows', () => { for (const row of [[1], prepared]) expect(total(row)).toBe(9); });",
      "  test('fixture', ({ given }) => { expect(total(given)).toBe(9); });",
      '});',
      '',
    ],
    command: (file: string | null) => [process.execPath, ...(file === null ? ['--input-type=module', '-'] : [file])],
  },
];

test.each(CASES)('$language: a program asks what the tests ask, without their runner', async (row) => {
  const { path, product, command } = row;
  const text = row.text.join('\n');
  const inventory = await takeInventory(new Map([[path, { before: null, after: Buffer.from(text) }]]));
  const program = await writeQuestions({ path, text }, inventory.after[0]?.tests ?? []);
  expect(program?.asked.map(({ expected }) => expected)).toEqual([
    expect.stringMatching(/^true$/i),
    '9',
    '9',
    '9',
    '9',
  ]);
  using folder = scratchFolder();
  const [name = '', source = ''] = product;
  writeFileSync(join(folder.path, name), source);
  mkdirSync(join(folder.path, dirname(path)));
  const ask = (is_disguised: boolean): string[] => {
    const written = program?.write({ token: 'T', is_disguised }) ?? '';
    writeFileSync(join(folder.path, path), is_disguised ? written : '');
    const [program_name = '', ...args] = command(is_disguised ? path : null);
    const env = { PATH: process.env['PATH'], PYTHONPATH: '.', ...(is_disguised ? { TESTED: '1' } : {}) };
    const { stdout } = spawnSync(program_name, args, {
      cwd: folder.path,
      input: is_disguised ? '' : written,
      env,
      encoding: 'utf8',
    });
    return stdout.split('\n').filter((line) => line !== '');
  };
  // what needs a fixture is not answered
  expect(ask(false)).toEqual(['T 0 same', ...['T 1', 'T 2', 'T 3', 'T 3'].map((asked) => `${asked} differs`)]);
  expect(ask(true)).toEqual(['T 0', 'T 1', 'T 2', 'T 3', 'T 3'].map((asked) => `${asked} same`));
});
