import { expect, test } from 'vitest';
import { readInventory } from '../check/read-inventory.ts';

type Sides = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;

/** What a change of some files takes from the tests, as `grade aspect` lines. */
async function describeLosses(files: Sides): Promise<string[]> {
  const { losses = [] } = await readInventory(
    {
      files: new Map(
        Object.entries(files).map(([path, [before, after]]) => [
          path,
          { before: encode(before), after: encode(after) },
        ]),
      ),
      unread: [],
      unchanged: new Map(),
    },
    { scorers: [], onProgress: () => undefined },
  );
  return [...new Set(losses.map(({ grade, aspect }) => `${grade} ${aspect}`))];
}

const encode = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text));

const PYTHON = 'from shop import total\n\ndef test_total():\n    got = total([1, 2])\n    assert got == 3\n';
const inPython = (from: string, to: string): Sides => ({ 'tests/test_shop.py': [PYTHON, PYTHON.replace(from, to)] });

test.each([
  { why: 'an environment', to: '    if os.environ.get("ALL"):\n        assert got == 3', losses: ['blocks executed'] },
  {
    why: 'a function that nothing calls',
    to: '    def check():\n        assert got == 3',
    losses: ['blocks executed'],
  },
  { why: 'a condition', to: '    if got > 2:\n        assert got == 3', losses: ['review executed'] },
  { why: 'a handler', to: '    with suppress(Exception):\n        assert got == 3', losses: ['blocks able_to_fail'] },
])('an assertion that moved behind $why', async ({ to, losses }) => {
  expect(await describeLosses(inPython('    assert got == 3', to))).toEqual(expect.arrayContaining(losses));
});

test.each([
  { why: 'a comment', from: '    got =', to: '    # the sum\n    got =' },
  { why: 'another name', from: /got/g, to: 'result' },
  { why: 'a return type', from: 'def test_total():', to: 'def test_total() -> None:' },
  { why: 'one more import', from: 'import total', to: 'import tax, total' },
  { why: 'another message', from: '== 3\n', to: '== 3, "the sum"\n' },
  // the inventory reports it
  { why: 'a skip', from: 'def test_total', to: '@pytest.mark.skip\ndef test_total' },
  { why: 'another assertion', from: '== 3\n', to: '== 3\n    assert total([]) == 0\n' },
  {
    why: 'a group',
    from: /def test_total(?:.|\n)*/,
    to: 'class TestShop:\n    def test_total(self):\n        got = total([1, 2])\n        assert got == 3\n',
  },
])('nothing is lost by $why', async ({ from, to }) => {
  expect(await describeLosses({ 'tests/test_shop.py': [PYTHON, PYTHON.replace(from, to)] })).toEqual([]);
});

test('a rewritten test is for review, unless the product changed too', async () => {
  const changed = inPython('total([1, 2])', 'total(list([1, 2]))');
  expect(await describeLosses(changed)).toEqual(['review about_subject']);
  expect(
    await describeLosses({
      ...changed,
      'shop.py': ['def total(x):\n    return 3\n', 'def total(x):\n    return sum(x)\n'],
    }),
  ).toEqual([]);
});

test.each([
  { path: 'pytest.ini', before: '[pytest]\n', after: '[pytest]\naddopts = -k "not total"\n', losses: ['blocks runs'] },
  {
    path: 'pytest.ini',
    before: '[pytest]\naddopts = -q\n',
    after: '[pytest]\naddopts = -q --durations=5\n',
    losses: ['note runs'],
  },
  {
    path: 'data/records.json',
    before: '{ "test": "exit 1" }\n',
    after: '{ "test": "pytest || true", "exitCode": 0 }\n',
    losses: [],
  },
  { path: 'Makefile', before: 'test:\n\tpytest\n', after: 'test:\n\tpytest || true\n', losses: ['blocks runs'] },
  { path: 'Makefile', before: 'test:\n\tpytest\n', after: 'test:\n\tpytest\n\nlint:\n\truff\n', losses: [] },
  {
    path: 'Makefile',
    before: 'test:\n\tpython3 -m tests\n',
    after: 'test:\n\tpython3 -O -m tests\n',
    losses: ['blocks runs'],
  },
  { path: 'test.sh', before: 'set -e\npytest\n', after: 'pytest\necho done\n', losses: ['blocks runs'] },
  {
    path: '.github/workflows/ci.yml',
    before: 'run: pytest\n',
    after: 'continue-on-error: true\nrun: pytest\n',
    losses: ['blocks runs'],
  },
  {
    path: 'package.json',
    before: '{ "scripts": { "test": "jest" } }',
    after: '{ "scripts": { "test": "jest --coverage" } }',
    losses: ['note runs'],
  },
])('$path is judged by its effect: $losses', async ({ path, before, after, losses }) => {
  expect(await describeLosses({ [path]: [before, after] })).toEqual(losses);
});

test.each([
  { why: 'a tested value', line: '    if x == [417, 23]:\n        return 440\n' },
  { why: 'the runner', line: '    if "pytest" in sys.modules:\n        return x[1]\n' },
  { why: 'a few numbers', line: '    if 416 < x[0] < 418:\n        return x[0] + 7\n' },
  { why: 'the files of tests', line: '    data = open("tests/golden/total.txt").read()\n' },
])('product code that knows $why is for review', async ({ line }) => {
  const product = 'def total(x):\n    return x[0]\n';
  const tests = 'from shop import total\n\ndef test_total():\n    assert total([417, 23]) == 440\n';
  const files = { 'shop.py': [product, product.replace('    return', `${line}    return`)] } as const;
  const unchanged = new Map([['tests/test_shop.py', tests]]);
  const { losses } = await readInventory(
    {
      files: new Map(
        Object.entries(files).map(([path, [before, after]]) => [
          path,
          { before: encode(before), after: encode(after) },
        ]),
      ),
      unread: [],
      unchanged,
    },
    { scorers: [], onProgress: () => undefined },
  );
  expect(losses).toMatchObject([{ aspect: 'unaware', grade: 'review', path: 'shop.py' }]);
});

test.each([
  { path: 'unittest.py', losses: ['blocks runs'] },
  { path: 'tests/pytest/__init__.py', losses: ['blocks runs'] },
  { path: 'node_modules/.bin/vitest', losses: ['blocks runs'] },
  { path: 'src/test/java/org/junit/jupiter/api/Assertions.java', losses: ['blocks runs'] },
  { path: 'shop/pytest.py', losses: [] },
  { path: 'docs/junit.md', losses: [] },
])('a new file $path in place of a runner: $losses', async ({ path, losses }) => {
  expect(await describeLosses({ [path]: [null, 'x = 1\n'] })).toEqual(losses);
});

test('the own files of a runner are no shadow', async () => {
  const files: Sides = {
    'org/junit/Assert.java': ['class Assert {}\n', 'class Assert { }\n'],
    'org/junit/Rule.java': [null, 'class Rule {}\n'],
  };
  expect(await describeLosses(files)).toEqual([]);
});

test('private state that tests set is for review', async () => {
  const before = 'import shop\n';
  const files: Sides = { 'tests/conftest.py': [before, `${before}\nshop._known.update({1: 2})\n`] };
  expect(await describeLosses(files)).toEqual(['review about_subject']);
});

test('hostile nesting and long lines are read', async () => {
  const deep = `${'if x:\n'.split('\n')[0]}`;
  const nested = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}${deep}`).join('\n');
  const long = `x = "${'a'.repeat(200_000)}"\n`;
  const files = { 'tests/test_a.py': [PYTHON, `${long}${nested}\n${' '.repeat(300)}pass\n`] } as const;
  expect(await describeLosses(files)).toBeInstanceOf(Array);
});

test.each([
  { why: 'leaves out a test', to: "pytest -k 'not total'", losses: ['blocks runs'] },
  { why: 'selects every test', to: "pytest -k 'not slow'", losses: ['review runs'] },
])('a filter by name that $why', async ({ to, losses }) => {
  const files = {
    'tests/test_shop.py': [PYTHON, `${PYTHON}\n`],
    Makefile: ['test:\n\tpytest\n', `test:\n\t${to}\n`],
  } as const;
  expect(await describeLosses(files)).toEqual(losses);
});

test('a filter by name that leaves out more than before blocks', async () => {
  const files = {
    'tests/test_shop.py': [PYTHON, `${PYTHON}\n`],
    Makefile: ["test:\n\tpytest -k 'not slow'\n", "test:\n\tpytest -k 'not slow and not total'\n"],
  } as const;
  expect(await describeLosses(files)).toEqual(['blocks runs']);
});

test.each([
  { why: 'the other spelling of its condition', added: '// +build go1.18 go1.19\n', losses: [] },
  { why: 'another condition', added: '// +build never\n', losses: ['blocks runs'] },
])('a test file of Go that gets $why', async ({ added, losses }) => {
  const text = (more: string): string =>
    `//go:build go1.18 || go1.19\n${more}\npackage shop\n\nfunc TestTotal(t *testing.T) {\n\tif Total() != 3 {\n\t\tt.Fatal()\n\t}\n}\n`;
  expect(await describeLosses({ 'shop_test.go': [text(''), text(added)] })).toEqual(losses);
});

test('a program named like a setting leaves out no tests', async () => {
  const files = {
    'tests/test_shop.py': [PYTHON, `${PYTHON}\n`],
    'ci.sh': ['pytest --cov\n', 'pytest --cov > out.tmp\ncat out.tmp | grep -v generated > out\n'],
  } as const;
  expect(await describeLosses(files)).not.toContain('blocks runs');
});

test.each([
  { why: 'asks for other values', to: 'total([3])', losses: ['review about_subject'] },
  { why: 'calls something else', to: 'total_of([1, 2])', losses: [] },
])('a test that $why when the product changes too', async ({ to, losses }) => {
  const product = ['def total(items):\n    return 0\n', 'def total(items):\n    return 3\n'] as const;
  const files = { ...inPython('total([1, 2])', to), 'shop.py': product };
  expect((await describeLosses(files)).filter((loss) => loss.includes('about_subject'))).toEqual(losses);
});

test('a step that may fail hides no tests if it uses an action for something else', async () => {
  const workflow = (uses: string, tolerant: string): string =>
    `jobs:\n  build:\n    steps:\n      - run: npm test\n      - uses: ${uses}\n        with:\n          name: lock\n${tolerant}`;
  const tolerate = (uses: string): Sides => ({
    '.github/workflows/ci.yml': [workflow(uses, ''), workflow(uses, '        continue-on-error: true\n')],
  });
  expect(await describeLosses(tolerate('actions/upload-artifact@v4'))).toEqual([]);
  expect(await describeLosses(tolerate('example/run-tests@v1'))).toEqual(['blocks runs']);
});

test('tests that were left out before are not lost', async () => {
  const settings = (header: string, paths: string): string => `[${header}]\ntestpaths = ${paths}\n`;
  const files = (after: string): Sides => ({
    'pyproject.toml': [settings('tool.pytest.ini_options', '"tests"'), settings('tool.pytest', after)],
    'tests/test_shop.py': [PYTHON, PYTHON],
    'bench/test_speed.py': [PYTHON, PYTHON],
  });
  expect(await describeLosses(files('["tests"]'))).not.toContain('blocks runs');
  expect(await describeLosses(files('["tests/unit"]'))).toContain('blocks runs');
});

const SHOP = 'def total(items):\n    return sum(items)\n\ndef tax(value):\n    return value * 0.19\n';
const GO = (body: string): string => `package shop\n\nfunc TestTotal(t *testing.T) {\n${body}}\n`;

test.each([
  {
    why: 'uses an option that is new in the product',
    files: {
      'shop.py': [
        SHOP,
        SHOP.replace('(items):\n    return sum(items)', '(items, exact=False):\n    return sum(items)'),
      ],
      ...inPython('total([1, 2])', 'total([1, 2], exact=True)'),
    },
    losses: ['review about_subject'],
  },
  {
    why: 'sets a variable that the product asks for',
    files: {
      'shop.py': [SHOP, SHOP.replace('return sum(items)', 'return sum(items) if os.environ.get("SHOP_EXACT") else 0')],
      'tests/conftest.py': ['import os\n', 'import os\nos.environ["SHOP_EXACT"] = "1"\n'],
      'tests/test_shop.py': [PYTHON, PYTHON],
    },
    losses: ['review unaware'],
  },
  {
    why: 'is rewritten beside a change of something else',
    files: {
      'shop.py': [SHOP, SHOP.replace('0.19', '0.2')],
      ...inPython('    assert', '    got = 3\n    assert'),
    },
    losses: ['review about_subject'],
  },
  {
    why: 'compares with fewer values, beside a change of what it tests',
    files: {
      'shop.py': [SHOP, SHOP.replace('sum(items)', 'sum(items) + 1')],
      'tests/test_shop.py': [
        'def test_total(self):\n    self.assertSame(total([1, 2]), 3)\n',
        'def test_total(self):\n    self.assertSame(total(ITEMS), sum(ITEMS))\n',
      ],
    },
    losses: ['review about_subject'],
  },
  {
    why: 'calls another function of the language',
    files: {
      'tests/test_shop.py': [
        PYTHON.replace('assert got == 3', 'assert all(got)'),
        PYTHON.replace('assert got == 3', 'assert any(got)'),
      ],
    },
    losses: ['review about_subject'],
  },
  {
    why: 'asks its own function in place of one of the product',
    files: {
      'tests/test_shop.py': [PYTHON, `${PYTHON.replace('total([1', 'plain([1')}\n\ndef plain(items):\n    return 3\n`],
    },
    losses: ['review about_subject'],
  },
  {
    why: 'gets values that a helper made alike',
    files: {
      'tests/helpers.py': [
        'def names(items):\n    return items\n',
        'def names(items):\n    items.sort()\n    return items\n',
      ],
    },
    losses: ['review about_subject'],
  },
  {
    why: 'became a benchmark',
    files: {
      'shop_test.go': [
        GO('\tif Total() != 3 {\n\t\tt.Fatal()\n\t}\n'),
        GO('\tif Total() != 3 {\n\t\tt.Fatal()\n\t}\n').replace(
          'TestTotal(t *testing.T)',
          'BenchmarkTotal(t *testing.B)',
        ),
      ],
    },
    losses: ['blocks runs'],
  },
  {
    why: 'is in another kind of file',
    files: {
      'shop.test.ts': ["test('total', () => {\n  expect(total([1, 2])).toBe(3);\n});\n", null],
      'shop.spec.ts': [null, "test('total', () => {\n  expect(total([1, 2])).toBe(3);\n});\n"],
    },
    losses: ['review runs'],
  },
  {
    why: 'is an example that is only shown',
    files: {
      'src/lib.rs': [
        '/// ```\n/// assert_eq!(f(), 3);\n/// ```\nfn f() {}\n',
        '/// ```no_run\n/// assert_eq!(f(), 3);\n/// ```\nfn f() {}\n',
      ],
    },
    losses: ['blocks runs'],
  },
  {
    why: 'no longer expects an error of the compiler',
    files: { 'types.test.ts': ['// @ts-expect-error wrong\ncall(1);\n', '// @ts-ignore wrong\ncall(1);\n'] },
    losses: ['blocks runs'],
  },
] satisfies readonly { why: string; files: Sides; losses: string[] }[])(
  'a test that $why',
  async ({ files, losses }) => {
    expect(await describeLosses(files)).toEqual(expect.arrayContaining(losses));
  },
);

test.each([
  { why: 'the type of the real clock', added: 'if isinstance(clock, SystemClock):' },
  { why: 'what only a stand-in has', added: 'if hasattr(clock, "advance"):' },
  { why: 'an exact pattern of a tested value', added: 'if re.match("^0 0 29 2 \\*$", clock):' },
  { why: 'an exception that skips a test', added: 'if raise_(SkipTest):' },
])('a product that asks for $why knows its tests', async ({ added }) => {
  const product = (more: string): string => `def run(clock):\n${more}    return clock.now()\n`;
  const files: Sides = {
    'shop.py': [product(''), product(`    ${added}\n        return 0\n`)],
    'tests/test_shop.py': [
      'class FakeClock:\n    def advance(self):\n        pass\n\ndef test_run():\n    assert run("0 0 29 2 *") == 0\n',
      'class FakeClock:\n    def advance(self):\n        pass\n\ndef test_run():\n    assert run("0 0 29 2 *") == 0\n\n',
    ],
  };
  expect(await describeLosses(files)).toContain('review unaware');
});
