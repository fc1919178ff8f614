import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CheckReport, parse } from '@assay/schema';
import { expect, test } from 'vitest';

/* `assay check --run` with the real runners of two languages, in the sandbox of this machine. */

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

type Files = Readonly<Record<string, string>>;

const PYTHON: Files = {
  'cart.py': 'def total(items, discount=0):\n    return sum(items) - discount\n',
  'tests/test_cart.py': [
    'import unittest',
    'from cart import total',
    '',
    'class CartTest(unittest.TestCase):',
    '    def test_total(self):',
    '        self.assertEqual(total([1, 2]), 3)',
    '    def test_discount(self):',
    '        self.assertEqual(total([5, 5], 1), 9)',
    '',
  ].join('\n'),
};
const NODE: Files = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n',
  'cart.js': 'export const total = (items, discount = 0) => items.reduce((a, b) => a + b, 0) - discount;\n',
  'cart.test.js': [
    "import assert from 'node:assert';",
    "import { test } from 'node:test';",
    "import { total } from './cart.js';",
    '',
    "test('adds up', () => { assert.equal(total([1, 2]), 3); });",
    "test('discount', () => { assert.equal(total([5, 5], 1), 9); });",
    '',
  ].join('\n'),
};

/** Checks a change of some files, written as a text and what replaces it. */
function checkChange(base: Files, edits: Readonly<Record<string, readonly [string, string]>>, options: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-run-'));
  try {
    for (const side of ['from', 'to'])
      for (const [path, text] of Object.entries(base)) {
        const [old, now] = side === 'to' ? (edits[path] ?? ['', '']) : ['', ''];
        expect(text).toContain(old);
        mkdirSync(dirname(join(folder, side, path)), { recursive: true });
        writeFileSync(
          join(folder, side, path),
          text.replace(old, () => now),
        );
      }
    const check = (): { report: CheckReport; status: number | null } => {
      const env = { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
      const args = [CLI, 'check', '--from', 'from', '--to', 'to', '--run', '--json', ...options];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
      expect(stdout, stderr).not.toBe('');
      return { report: parse(CheckReport, JSON.parse(stdout)), status };
    };
    const first = check();
    expect(readdirSync(folder).toSorted(), 'nothing is left beside the cache').toEqual(
      expect.arrayContaining(['from', 'to']),
    );
    return { ...first, again: check() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rulesOf = ({ run }: CheckReport): string[] => run?.findings.map(({ rule }) => rule) ?? [];

test.each([
  {
    language: 'Python',
    base: PYTHON,
    edits: {
      'cart.py': ['- discount', '+ discount'],
      'tests/test_cart.py': ['assertEqual(total([5, 5], 1), 9)', 'assertTrue(total([5, 5], 1) > 0)'],
    },
  },
  {
    language: 'JavaScript',
    base: NODE,
    edits: {
      'cart.js': ['- discount', '+ discount'],
      'cart.test.js': ['assert.equal(total([5, 5], 1), 9)', 'assert.ok(total([5, 5], 1) > 0)'],
    },
  },
] as const)('$language: a test that was weakened to hide a regression blocks', ({ base, edits }) => {
  const { report, status, again } = checkChange(base, edits);
  expect(rulesOf(report), JSON.stringify(report.run)).toEqual(['B1']);
  expect(status).toBe(1);
  expect(report.run?.runs).toBe(5);
  expect(again.report.run?.runs, 'each corner is kept').toBe(0);
  expect(rulesOf(again.report)).toEqual(['B1']);
});

test.each([
  {
    language: 'Python',
    base: PYTHON,
    edits: {
      'cart.py': ['- discount\n', '- discount\n\ndef count(items):\n    return len(items)\n'],
      'tests/test_cart.py': [
        '    def test_total(',
        '    def test_count(self):\n        from cart import count\n        self.assertEqual(count([4]), 1)\n    def test_total(',
      ],
    },
  },
  {
    language: 'JavaScript',
    base: NODE,
    edits: {
      'cart.js': ['- discount;\n', '- discount;\nexport const count = (items) => items.length;\n'],
      'cart.test.js': [
        "test('adds up'",
        "test('counts', async () => { assert.equal((await import('./cart.js')).count([4]), 1); });\ntest('adds up'",
      ],
    },
  },
] as const)('$language: the test of a new feature proves it', ({ base, edits }) => {
  const { report, status } = checkChange(base, edits);
  expect(rulesOf(report), JSON.stringify(report.run)).toEqual(['N2']);
  expect(report.run?.proves).toHaveLength(1);
  expect({ status, overall: report.overall }).toEqual({ status: 0, overall: 'PASS' });
});

test('code that ends the tests itself blocks', () => {
  const { report } = checkChange(NODE, {
    'cart.js': ['export', 'process.exit(0);\nexport'],
    'cart.test.js': ["test('adds up'", "test('adds all up'"],
  });
  expect(report.run?.findings.map(({ grade }) => grade)).toContain('blocks');
});

test('code that never ends reaches the limit, and nothing is said about it', () => {
  const { report, status } = checkChange(NODE, { 'cart.js': ['export', 'for (;;);\nexport'] }, [
    '--corner-limit',
    '5s',
  ]);
  expect(report.run).toMatchObject({ state: 'not_run', cannot: expect.stringContaining('reached the limit') });
  expect(status).toBe(3);
});

test('code under which an old test never ends does not pass', () => {
  const { report, status } = checkChange(
    NODE,
    {
      'cart.js': [
        '=> items',
        '=> { while (discount === 1); return sum(items, discount); };\nconst sum = (items, discount) => items',
      ],
      'cart.test.js': ['total([5, 5], 1), 9', 'total([5, 5], 2), 8'],
    },
    ['--corner-limit', '5s'],
  );
  expect(report.run).toMatchObject({
    state: 'not_run',
    cannot: expect.stringContaining('old tests: reached the limit'),
  });
  expect(status).not.toBe(0);
});

test('a change without code runs nothing', () => {
  const { report, status } = checkChange(
    { ...NODE, 'README.md': 'A cart.\n' },
    { 'README.md': ['A cart', 'A shopping cart'] },
  );
  expect(report.run).toMatchObject({ state: 'nothing_to_run', runs: 0 });
  expect(status).toBe(0);
});

const DOTS: Files = {
  ...NODE,
  'package.json': '{"type":"module","scripts":{"dots":"node --test --test-reporter=dot","own":"node check.js"}}\n',
  'check.js': "import './cart.js';\nprocess.stdout.write('...\\n');\n",
};
const RENAMED = { 'cart.js': ['(a, b) => a + b', '(sum, b) => sum + b'] } as const;

test('a script whose reporter prints only dots still names its tests', () => {
  const { report, status } = checkChange(DOTS, RENAMED, ['--test', 'npm run --silent dots']);
  expect(report.run).toMatchObject({ state: 'ran', corners: { NN: { passed: 2 } } });
  expect(status).toBe(0);
});

test('a command that names no tests is reported with what to do', () => {
  const { report, status } = checkChange(DOTS, RENAMED, ['--test', 'npm run --silent own']);
  expect(report.run).toMatchObject({ state: 'not_run', cannot: expect.stringContaining('without naming its tests') });
  expect(status).toBe(3);
});

test('--setup runs first in each copy', () => {
  const built = { ...NODE, 'cart.test.js': String(NODE['cart.test.js']).replace('./cart.js', './built.js') };
  const { report } = checkChange(built, RENAMED, ['--setup', 'cp cart.js built.js']);
  expect(report.run).toMatchObject({ state: 'ran', corners: { NN: { passed: 2, failed: 0 } } });
});

test('--run=report tells what blocks and fails nothing because of it', () => {
  const { report, status } = checkChange(
    NODE,
    { 'cart.js': ['export', 'process.exit(0);\nexport'], 'cart.test.js': ["test('adds up'", "test('adds all up'"] },
    ['--run=report'],
  );
  expect(report.run?.findings.map(({ grade }) => grade)).toContain('blocks');
  expect(report.results.find(({ type }) => type === 'change-run')).toMatchObject({ required: false, verdict: 'FAIL' });
  expect(status).toBe(0);
});

/** A repository, and the command line in it. */
function openRepository(files: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-run-'));
  const env = { PATH: process.env['PATH'], HOME: join(folder, '..'), XDG_CACHE_HOME: join(folder, '.git', 'cache') };
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  const write = (written: Files) => {
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const git = (...args: string[]) =>
    expect(run('git', '-c', 'user.name=n', '-c', 'user.email=e@example.com', ...args)).toMatchObject({ status: 0 });
  const commit = (written: Files) => {
    write(written);
    git('add', '.');
    git('commit', '-qm', 'change');
  };
  git('init', '-q', '-b', 'main');
  commit(files);
  return {
    ...{ folder, write, commit },
    assay: (...args: string[]) => run(process.execPath, CLI, ...args),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test('--history runs each commit against its parent', () => {
  using repository = openRepository(NODE);
  repository.commit({ 'cart.js': String(NODE['cart.js']).replace('(a, b) => a + b', '(sum, b) => sum + b') });
  repository.commit({
    'cart.js': String(NODE['cart.js']).replace('- discount', '+ discount'),
    'cart.test.js': String(NODE['cart.test.js']).replace(
      'assert.equal(total([5, 5], 1), 9)',
      'assert.ok(total([5, 5], 1))',
    ),
  });
  const { status, stdout, stderr } = repository.assay('check', '--run', '--history', '2', '--json');
  expect(status, stderr).toBe(0);
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).report as CheckReport);
  expect(reports.map(rulesOf)).toEqual([['B1'], []]);
});

test('packages of a workspace that link to each other run with the code of their side', () => {
  using repository = openRepository({
    '.gitignore': 'node_modules\n',
    'package.json': '{"workspaces":["packages/*"],"scripts":{"test":"node --test"}}\n',
    'packages/cart/package.json': '{"name":"cart","type":"module","exports":"./cart.js"}\n',
    'packages/cart/cart.js': String(NODE['cart.js']),
    'packages/shop/package.json': '{"name":"shop","type":"module"}\n',
    'packages/shop/shop.test.js': String(NODE['cart.test.js']).replace('./cart.js', 'cart'),
  });
  mkdirSync(join(repository.folder, 'node_modules'));
  symlinkSync('../packages/cart', join(repository.folder, 'node_modules', 'cart'));
  repository.write({
    'packages/cart/cart.js': `${NODE['cart.js']}export const count = (items) => items.length;\n`,
    'packages/shop/count.test.js':
      "import assert from 'node:assert';\nimport { test } from 'node:test';\n" +
      "test('counts', async () => { assert.equal((await import('cart')).count([4]), 1); });\n",
  });
  const { stdout, stderr } = repository.assay('check', '--run', '--json');
  const { run } = parse(CheckReport, JSON.parse(stdout || stderr));
  // the new test fails on the old code of the copy
  expect(run).toMatchObject({
    state: 'ran',
    proves: [expect.stringContaining('counts')],
    corners: { ON: { failed: 1 } },
  });
});
