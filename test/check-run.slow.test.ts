import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CheckReport, parse } from '@assay/schema';
import { expect, test } from 'vitest';
import { CLI, checkChange, type Files, NODE, PYTHON, rulesOf } from './checked-changes.ts';

/* `assay check --run` with the real runners of two languages, in the sandbox of this machine. */

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
  const { report, status, again } = checkChange(base, edits, { twice: true });
  expect(rulesOf(report), JSON.stringify(report.run)).toEqual(['B1']);
  expect(status).toBe(1);
  expect(report.run?.runs).toBe(5);
  expect(again?.report.run?.runs, 'each corner is kept').toBe(0);
  expect(again && rulesOf(again.report)).toEqual(['B1']);
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
  expect(report.run?.probes?.map(({ rule }) => rule)).toEqual(['P1', 'P2']);
  expect(report.run?.proves).toHaveLength(1);
  expect({ status, overall: report.overall }).toEqual({ status: 0, overall: 'PASS' });
});

test.each([
  {
    language: 'Python',
    base: PYTHON,
    edits: {
      'cart.py': ['- discount\n', '- discount\n\ndef count(items):\n    return len(items)\n'],
      'tests/test_cart.py': [
        '    def test_total(',
        [
          '    def test_count(self):',
          '        from cart import count',
          '        try:',
          '            self.assertEqual(count([4]), 1)',
          '        except AssertionError:',
          '            pass',
          '    def test_total(',
        ].join('\n'),
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
        "test('counts', async () => { const { count } = await import('./cart.js'); try { assert.equal(count([4]), 1); } catch {} });\ntest('adds up'",
      ],
    },
  },
] as const)('$language: a new test that cannot fail blocks', ({ base, edits }) => {
  const { report } = checkChange(base, edits);
  expect(rulesOf(report), JSON.stringify(report.run)).toContain('P1');
  expect(report.run).toMatchObject({ runs: 3, probes: [{ rule: 'P1', asked: 1 }, { rule: 'P2' }] });
});

test.each([
  {
    language: 'Python',
    base: PYTHON,
    edits: {
      'cart.py': [
        '    return sum',
        "    import sys\n    if 'unittest' in sys.modules and discount == 4:\n        return 0\n    return sum",
      ],
      'tests/test_cart.py': [
        '    def test_total(',
        '    def test_free(self):\n        self.assertEqual(total([1], 4), 0)\n    def test_total(',
      ],
    },
  },
  {
    language: 'JavaScript',
    base: NODE,
    edits: {
      'cart.js': ['=> items', '=> (discount === 4 && /\\.test\\.m?js/.test(new Error().stack)) ? 0 : items'],
      'cart.test.js': ["test('adds up'", "test('free', () => { assert.equal(total([1], 4), 0); });\ntest('adds up'"],
    },
  },
] as const)('$language: code that recognizes its tests blocks', ({ base, edits }) => {
  const { report } = checkChange(base, edits);
  expect(rulesOf(report), JSON.stringify(report.run)).toEqual(['P2', 'N2']);
});

test.each([
  {
    language: 'Python',
    base: PYTHON,
    edits: {
      'cart.py': [
        '- discount\n',
        '- discount\n\ndef count(items):\n    if items is None:\n        return 0\n    return len(items)\n',
      ],
      'tests/test_cart.py': [
        '    def test_total(',
        [
          '    def test_count(self):',
          '        from cart import count',
          '        self.assertEqual(count([4]), 1)',
          '    def test_more(self):',
          '        self.assertEqual(total([4]), 4)',
          '    def test_total(',
        ].join('\n'),
      ],
    },
    unnoticed: 'return 0',
  },
  {
    language: 'JavaScript',
    base: NODE,
    edits: {
      'cart.js': [
        '- discount;\n',
        '- discount;\nexport function count(items) {\n  if (items === null)\n    return 0;\n  return items.length;\n}\n',
      ],
      'cart.test.js': [
        "test('adds up'",
        [
          "test('counts', async () => { assert.equal((await import('./cart.js')).count([4]), 1); });",
          "test('more', () => { assert.equal(total([4]), 4); });",
          "test('adds up'",
        ].join('\n'),
      ],
    },
    unnoticed: 'return 0;',
  },
] as const)(
  '$language: a changed line that no test notices, and a test that notices none, are reported',
  ({ base, edits, unnoticed }) => {
    const { report, status } = checkChange(base, edits, { options: ['--mutants', '3'] });
    const found = report.run?.findings.filter(({ rule }) => rule === 'N3') ?? [];
    expect(found, JSON.stringify(report.run)).toMatchObject([
      { grade: 'note', before: unnoticed },
      { grade: 'note', test: expect.stringContaining('more') },
    ]);
    expect(report.run?.probes?.filter(({ rule }) => rule === 'N3')).toHaveLength(3);
    expect(status).toBe(0);
  },
);

test.each([
  {
    language: 'Python',
    base: PYTHON,
    edits: {
      'cart.py': ['total(items', 'sum_up(items'],
      'tests/test_cart.py': ['from cart import total', 'from cart import sum_up'],
    },
    old: /total\(/g,
    name: 'sum_up(',
    weaker: ['assertEqual(sum_up([5, 5], 1), 9)', 'assertTrue(sum_up([5, 5], 1) > 0)'],
  },
  {
    language: 'JavaScript',
    base: NODE,
    edits: { 'cart.js': ['const total', 'const sumUp'], 'cart.test.js': ['{ total }', '{ sumUp }'] },
    old: /total\(/g,
    name: 'sumUp(',
    weaker: ['assert.equal(sumUp([5, 5], 1), 9)', 'assert.ok(sumUp([5, 5], 1) > 0)'],
  },
] as const)('$language: old tests of what was renamed run with the new name', ({ base, edits, old, name, weaker }) => {
  const [code = '', path = ''] = Object.keys(edits);
  const text = base[path] ?? '';
  const [import_before, import_after] = edits[path as keyof typeof edits] as unknown as [string, string];
  const now = text.replace(import_before, import_after).replaceAll(old, name).replaceAll('test_sum_up(', 'test_total(');
  const rename = { ...edits, [path]: [text, now] as const };
  const renamed = checkChange(base, rename).report;
  expect(rulesOf(renamed), JSON.stringify(renamed.run)).toEqual([]);
  expect(renamed.run?.probes?.map(({ rule }) => rule)).toContain('R5');
  const [, code_after] = edits[code as keyof typeof edits] as unknown as [string, string];
  const broken = (base[code] ?? '')
    .replace((edits[code as keyof typeof edits] as unknown as [string, string])[0], code_after)
    .replace('- discount', '+ discount');
  const hidden = checkChange(base, {
    [code]: [base[code] ?? '', broken],
    [path]: [text, now.replace(weaker[0], weaker[1])],
  }).report;
  expect(rulesOf(hidden), JSON.stringify(hidden.run)).toEqual(['R1']);
});

test.each([
  {
    language: 'Python',
    base: { ...PYTHON, 'tests/__init__.py': '' },
    edits: {
      'cart.py': [
        '    return sum(items) - discount',
        "    import sys\n    return sum(items) - (discount if 'unittest' in sys.modules else 0)",
      ],
    },
  },
  {
    language: 'JavaScript',
    base: NODE,
    edits: { 'cart.js': ['- discount', '- (process.env.NODE_TEST_CONTEXT || process.env.VITEST ? discount : 0)'] },
  },
] as const)('$language: code that recognizes its tests blocks where no test changed', ({ base, edits }) => {
  const { report } = checkChange(base, edits);
  expect(rulesOf(report), JSON.stringify(report.run)).toEqual(['P2']);
  expect(report.run).toMatchObject({ runs: 1, test_side: [] });
});

test('settings that keep old tests from running block, beside a new test file', () => {
  const base = { ...NODE, 'smoke.test.js': '' };
  const { report, status } = checkChange(base, {
    'cart.js': ['- discount', '+ discount'],
    'package.json': ['node --test', 'node --test smoke.test.js'],
    'smoke.test.js': ['', "import { test } from 'node:test';\ntest('loads', () => import('./cart.js'));\n"],
  });
  expect(rulesOf(report), JSON.stringify(report.run)).toContain('B2');
  expect(status).toBe(1);
  // no old test notices this change
  const hidden = checkChange(base, {
    'cart.js': ['discount = 0', 'discount = 1 - 1'],
    'package.json': ['node --test', 'node --test smoke.test.js'],
    'smoke.test.js': ['', "import { test } from 'node:test';\ntest('loads', () => import('./cart.js'));\n"],
  });
  expect(rulesOf(hidden.report)).toContain('R4');
  expect(hidden.report.run?.decided).not.toContain('package.json');
});

test('code that ends the tests itself blocks', () => {
  const { report } = checkChange(NODE, {
    'cart.js': ['export', 'process.exit(0);\nexport'],
    'cart.test.js': ["test('adds up'", "test('adds all up'"],
  });
  expect(report.run?.findings.map(({ grade }) => grade)).toContain('blocks');
});

test('code that never ends reaches the limit, and nothing is said about it', () => {
  const { report, status } = checkChange(
    NODE,
    { 'cart.js': ['export', 'for (;;);\nexport'] },
    {
      options: ['--corner-limit', '5s'],
    },
  );
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
    { options: ['--corner-limit', '5s'] },
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
  const { report, status } = checkChange(DOTS, RENAMED, { options: ['--test', 'npm run --silent dots'] });
  expect(report.run).toMatchObject({ state: 'ran', corners: { NN: { passed: 2 } } });
  expect(status).toBe(0);
});

test('a command that names no tests is reported with what to do', () => {
  const { report, status } = checkChange(DOTS, RENAMED, { options: ['--test', 'npm run --silent own'] });
  expect(report.run).toMatchObject({ state: 'not_run', cannot: expect.stringContaining('without naming its tests') });
  expect(status).toBe(3);
});

test('--setup runs first in each copy', () => {
  const built = { ...NODE, 'cart.test.js': String(NODE['cart.test.js']).replace('./cart.js', './built.js') };
  const { report } = checkChange(built, RENAMED, { options: ['--setup', 'cp cart.js built.js'] });
  expect(report.run).toMatchObject({ state: 'ran', corners: { NN: { passed: 2, failed: 0 } } });
});

test('--run=report tells what blocks and fails nothing because of it', () => {
  const { report, status } = checkChange(
    NODE,
    { 'cart.js': ['export', 'process.exit(0);\nexport'], 'cart.test.js': ["test('adds up'", "test('adds all up'"] },
    { options: ['--run=report'] },
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
