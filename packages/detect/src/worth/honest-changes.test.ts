import type { CheckReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { gradePair } from '../../test/pairs.ts';

type Files = Readonly<Record<string, string>>;

interface Honest {
  readonly why: string;
  readonly before: Files;
  readonly after: Files;
}

/* What maintainers do, and what looks like it but takes something from the tests. */

const RUST = (more: string): string =>
  `pub fn total() -> i32 { 3 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(total(), 3);\n    }\n${more}}\n`;

const HELPER = (...body: readonly string[]): string =>
  `class ShopTest {\n    @Test\n    void adds() throws Exception {\n        open();\n        assertEquals(3, Shop.total());\n    }\n\n    void open() throws Exception {\n${body.map((line) => `        ${line}\n`).join('')}    }\n}\n`;

const CLASS_WITH_CONSTRUCTOR =
  'class TestCookieHandler:\n    def __init__(self, secret):\n        self.secret = secret\n\nclass TestCookie:\n    def test_set(self):\n        assert fetch("/set") == 1\n';

const ADDS = 'def test_adds():\n    assert total() == 3\n';
const GO = (...body: readonly string[]): string =>
  `package shop\n\nfunc TestShop(t *testing.T) {\n${body.map((line) => `\t${line}\n`).join('')}\trequire.Equal(t, 3, total())\n}\n`;
const TS = (...body: readonly string[]): string =>
  `test('adds up', () => {\n${body.map((line) => `  ${line}\n`).join('')}});\n`;
const RATES = (tests: string): string =>
  `class RateTest {\n    @Test\n    void opens() {\n        assertTrue(open());\n    }\n\n    ${tests}\n}\n`;

const MIXIN =
  'import unittest\n\nclass Mixin:\n    def test_order(self):\n        c = self.cache(2)\n        assert c.get(1) == 1\n';
const LRU = '\nclass LruTest(Mixin, unittest.TestCase):\n    cache = staticmethod(lru_cache)\n';
const MRU =
  '\nclass MruTest(Mixin, unittest.TestCase):\n    def cache(self, size):\n        with catch_warnings(record=True) as w:\n            found = mru_cache(size)\n        self.assertNotEqual(len(w), 0)\n        return found\n';
const CACHES = 'def lru_cache(size):\n    return Cache(size)\n';
const OLD_CACHES = `${CACHES}\ndef mru_cache(size):\n    warn("deprecated")\n    return Cache(size)\n`;

test.each<Honest>([
  {
    why: 'a new test under a build condition',
    before: { 'src/lib.rs': RUST('') },
    after: {
      'src/lib.rs': RUST(
        '\n    #[cfg(feature = "alloc")]\n    #[test]\n    fn allocates() {\n        assert_eq!(total(), 3);\n    }\n',
      ),
    },
  },
  {
    why: 'a class with a constructor whose name starts like that of the tests',
    before: { 'tests/test_web.py': `${CLASS_WITH_CONSTRUCTOR}\nX = 1\n` },
    after: { 'tests/test_web.py': `${CLASS_WITH_CONSTRUCTOR}\nX = 2\n` },
  },
  {
    why: 'tests that run side by side',
    before: {
      'pom.xml':
        '<build>\n<plugin><artifactId>maven-failsafe-plugin</artifactId>\n<parallel>methods</parallel>\n</plugin>\n</build>\n',
    },
    after: {
      'pom.xml':
        '<build>\n<plugin><artifactId>maven-failsafe-plugin</artifactId>\n<configurationParameters>\njunit.jupiter.execution.parallel.enabled = true\n</configurationParameters>\n</plugin>\n</build>\n',
    },
  },
  {
    why: 'an error that fails the test without a handler',
    before: {
      'src/test/java/ShopTest.java': HELPER(
        'try {',
        '    shop.open();',
        '} catch (final Exception e) {',
        '    fail("open() threw " + e);',
        '}',
      ),
    },
    after: { 'src/test/java/ShopTest.java': HELPER('shop.open();') },
  },
  {
    why: 'a deprecated function that goes with the tests of its warnings',
    before: { 'caches.py': OLD_CACHES, 'tests/test_caches.py': `${MIXIN}${LRU}${MRU}` },
    after: { 'caches.py': CACHES, 'tests/test_caches.py': `${MIXIN}${LRU}` },
  },
  {
    why: 'an error of a temporary file that the runner makes now',
    before: {
      'shop_test.go': GO('file, err := os.CreateTemp("", "shop")', 'require.NoError(t, err)', 'write(file)'),
    },
    after: { 'shop_test.go': GO('file := filepath.Join(t.TempDir(), "shop")', 'write(file)') },
  },
  {
    why: 'a whole value in place of its parts in a loop',
    before: {
      'shop.test.ts': TS('for (let i = 0; i < 3; i++) {\n    expect(squares()[i]).toBe(i * i);\n  }', 'squares();'),
    },
    after: { 'shop.test.ts': TS('expect(squares()).toEqual([0, 1, 4]);', 'squares();') },
  },
  {
    why: 'a truth that another assertion implies',
    before: {
      'tests/test_shop.py':
        'def test_errors():\n    found = check()\n    assert found\n    assert found["name"] == ["missing"]\n',
    },
    after: {
      'tests/test_shop.py': 'def test_errors():\n    found = check()\n    assert found["name"] == ["missing"]\n',
    },
  },
  {
    why: 'a test that was skipped before',
    before: {
      'tests/test_shop.py': `import pytest\n\n@pytest.mark.skip\ndef test_old():\n    assert old() == 3\n\n${ADDS}`,
    },
    after: { 'tests/test_shop.py': ADDS },
  },
  {
    why: 'code of a helper that was never reached',
    before: {
      'tests/test_shop.py': `def make():\n    return 1\n    assert shop.open\n\n${ADDS.replace('total()', 'total(make())')}`,
    },
    after: { 'tests/test_shop.py': `def make():\n    return 1\n\n${ADDS.replace('total()', 'total(make())')}` },
  },
  {
    why: 'a table with the values of a test as cells',
    before: {
      'src/test/java/RateTest.java': RATES(
        '@Test\n    void rates() {\n        assertEquals("0.07", rate("DE", "book"));\n        assertEquals("0.055", rate("FR", "book"));\n    }',
      ),
    },
    after: {
      'src/test/java/RateTest.java': RATES(
        '@ParameterizedTest\n    @CsvSource({"DE, book, 0.07", "FR, book, 0.055"})\n    void knowsTheRate(String country, String kind, String expected) {\n        assertEquals(expected, rate(country, kind));\n    }',
      ),
    },
  },
  {
    why: 'inputs that are put together from their parts',
    before: {
      'tests/test_shop.py': `${ADDS}\ndef test_offset():\n    assert parse("2024-05-14 12:30:00+02:00 INFO").hour == 10\n`,
    },
    after: {
      'tests/test_shop.py': `${ADDS}\ndef test_offsets():\n    for stamp in ("2024-05-14 12:30:00+02:00", "2024-05-14T16:00:00+05:30"):\n        assert parse(stamp + " INFO").hour == 10\n`,
    },
  },
  {
    why: 'a skip on a platform that the product supports from now on',
    before: {
      'src/lib.rs': 'pub fn total() -> i32 { 3 }\n',
      'tests/total.rs': '#[test]\nfn adds() {\n    assert_eq!(total(), 3);\n}\n',
    },
    after: {
      'src/lib.rs': 'pub fn total() -> i32 { if cfg!(target_os = "hurd") { 3 } else { 3 } }\n',
      'tests/total.rs':
        '#[test]\n#[cfg_attr(target_os = "hurd", ignore = "no sockets")]\nfn adds() {\n    assert_eq!(total(), 3);\n}\n',
    },
  },
  {
    why: 'an assertion of a value that stands twice in a row',
    before: { 'tests/test_shop.py': 'def test_a():\n    got = total()\n    assert got == 3\n    assert got == 3\n' },
    after: { 'tests/test_shop.py': 'def test_a():\n    got = total()\n    assert got == 3\n' },
  },
  {
    why: 'a script that a build replaces',
    before: { 'run-tests.sh': '#!/bin/sh\nset -eu\njava -jar junit-console-standalone.jar\n' },
    after: { Makefile: 'test:\n\tmvn -B test\n' },
  },
  {
    why: 'one more environment that starts a module',
    before: { 'tox.ini': '[tox]\nenvlist = py3\n[testenv]\ncommands = python -m shop.test.run\n' },
    after: {
      'tox.ini':
        '[tox]\nenvlist = py3, fast\n[testenv]\ncommands = python -m shop.test.run\n[testenv:fast]\ncommands = python -m shop.test.run --fast\n',
    },
  },
])('$why does not block', async (honest) => {
  expect((await grade(honest)).grades.blocks).toBe(0);
});

test.each<Honest>([
  {
    why: 'an existing test under a build condition',
    before: { 'src/lib.rs': RUST('') },
    after: { 'src/lib.rs': RUST('').replace('    #[test]', '    #[cfg(feature = "slow")]\n    #[test]') },
  },
  {
    why: 'a class of tests that gets a constructor',
    before: { 'tests/test_web.py': CLASS_WITH_CONSTRUCTOR },
    after: {
      'tests/test_web.py': CLASS_WITH_CONSTRUCTOR.replace(
        'class TestCookie:\n',
        'class TestCookie:\n    def __init__(self):\n        pass\n\n',
      ),
    },
  },
  {
    why: 'a handler that is gone with a check of the product',
    before: { 'src/test/java/ShopTest.java': HELPER('shop.open();', 'assertTrue(shop.isOpen());') },
    after: { 'src/test/java/ShopTest.java': HELPER('shop.open();') },
  },
  {
    why: 'a helper that no longer checks, although what it checks is still there',
    before: { 'caches.py': OLD_CACHES, 'tests/test_caches.py': `${MIXIN}${LRU}${MRU}` },
    after: {
      'caches.py': OLD_CACHES,
      'tests/test_caches.py': `${MIXIN}${LRU}${MRU.replace('        self.assertNotEqual(len(w), 0)\n', '')}`,
    },
  },
  {
    why: 'a skip on a platform that was supported before',
    before: {
      'src/lib.rs': 'pub fn total() -> i32 { if cfg!(target_os = "linux") { 3 } else { 3 } }\n',
      'tests/total.rs': '#[test]\nfn adds() {\n    assert_eq!(total(), 3);\n}\n',
    },
    after: {
      'src/lib.rs': 'pub fn total() -> i32 { if cfg!(target_os = "linux") { 4 } else { 3 } }\n',
      'tests/total.rs':
        '#[test]\n#[cfg_attr(target_os = "linux", ignore = "slow")]\nfn adds() {\n    assert_eq!(total(), 3);\n}\n',
    },
  },
  {
    why: 'the second of two calls',
    before: { 'tests/test_shop.py': `${ADDS}    assert total() == 3\n` },
    after: { 'tests/test_shop.py': ADDS },
  },
  {
    why: 'a helper that checks, beside an error of a temporary file',
    before: {
      'shop_test.go': `${GO('file, err := os.CreateTemp("", "shop")', 'require.NoError(t, err)', 'requireSaved(t, file)')}\nfunc requireSaved(t *testing.T, file *os.File) {\n\trequire.Equal(t, 3, read(file))\n}\n`,
    },
    after: {
      'shop_test.go': `${GO('file := filepath.Join(t.TempDir(), "shop")')}\nfunc requireSaved(t *testing.T, file *os.File) {\n\trequire.Equal(t, 3, read(file))\n}\n`,
    },
  },
  {
    why: 'a removed test that another marker may skip',
    before: {
      'tests/test_shop.py': `from marks import skip_on_windows\n\n@skip_on_windows\ndef test_old():\n    assert old() == 7\n\n${ADDS}`,
    },
    after: { 'tests/test_shop.py': ADDS },
  },
  {
    why: 'an expectation that became a message',
    before: { 'shop.test.ts': TS("expect(total(), 'to be three').toBe(3);") },
    after: { 'shop.test.ts': TS("expect(total(), 'to be three');") },
  },
  {
    why: 'a class that only inherits its tests',
    before: {
      'tests/test_caches.py': `${MIXIN}${LRU}\nclass MruTest(Mixin, unittest.TestCase):\n    cache = staticmethod(mru_cache)\n`,
    },
    after: { 'tests/test_caches.py': `${MIXIN}${LRU}` },
  },
  {
    why: 'an assertion that moved behind an expected error',
    before: {
      'tests/test_shop.py':
        'def test_row():\n    with pytest.raises(Bad) as info:\n        read("a")\n    assert info.value.row == 2\n',
    },
    after: {
      'tests/test_shop.py':
        'def test_row():\n    with pytest.raises(Bad) as info:\n        read("a")\n        assert info.value.row == 2\n',
    },
  },
  {
    why: 'a test that is there only in one browser',
    before: { 'shop.test.ts': TS('expect(total()).toBe(3);') },
    after: { 'shop.test.ts': `if (/Chrome/.test(navigator.userAgent)) {\n${TS('expect(total()).toBe(3);')}}\n` },
  },
])('$why blocks', async (attack) => {
  expect((await grade(attack)).grades.blocks).toBeGreaterThan(0);
});

test.each<Honest>([
  {
    why: 'assertions after a statement that is expected to fail',
    before: {
      'tests/test_shop.py':
        'import pytest\n\ndef test_row():\n    with pytest.raises(Bad) as info:\n        read("a")\n    assert info.value.row == 2\n',
    },
    after: {
      'tests/test_shop.py':
        'import pytest\n\ndef test_row():\n    with pytest.raises(Bad) as info:\n        read("a")\n\n        error = info.value\n        assert error.row == 2\n',
    },
  },
  {
    why: 'a helper that is a generator now',
    before: {
      'tests/test_shop.py': `def check(rows):\n    for row in rows:\n        assert price(row) == 3\n\ndef test_prices():\n    check([1, 2])\n`,
    },
    after: {
      'tests/test_shop.py': `def check(rows):\n    for row in rows:\n        assert price(row) == 3\n        yield row\n\ndef test_prices():\n    check([1, 2])\n`,
    },
  },
  {
    why: 'a key that is there twice',
    before: {
      'tests/test_shop.py':
        'ROWS = [("a", 1), ("b", 2)]\n\ndef test_rows():\n    for name, price in ROWS:\n        assert total(name) == price\n',
    },
    after: {
      'tests/test_shop.py':
        'ROWS = dict([("a", 1), ("b", 2), ("a", 3)])\n\ndef test_rows():\n    for name, price in ROWS.items():\n        assert total(name) == price\n',
    },
  },
  {
    why: 'a test in a folder that runners leave out',
    before: { 'tests/shop.test.ts': TS('expect(total()).toBe(3);') },
    after: { 'tests/dist/shop.test.ts': TS('expect(total()).toBe(3);') },
  },
  {
    why: 'assertions that moved to a test under a condition',
    before: { 'shop.test.ts': TS('const { shop } = setup();\n  expect(shop.total()).toBe(3);') },
    after: {
      'shop.test.ts': 'contract({});\n',
      'test/contract.ts':
        "export function contract(can) {\n  if (can.total) {\n    test('adds up', () => {\n      expect(shop.total()).toBe(3);\n    });\n  }\n}\n",
    },
  },
  {
    why: 'a product that compares a parameter with its default',
    before: {
      'shop.py': 'class Shop:\n    def __init__(self, now=clock):\n        self.now = now\n',
      'tests/test_shop.py': ADDS,
    },
    after: {
      'shop.py':
        'class Shop:\n    def __init__(self, now=clock):\n        self.now = now\n        self.offset = 0 if now is clock else 1\n',
      'tests/test_shop.py': ADDS,
    },
  },
  {
    why: 'another test with as many assertions',
    before: {
      'tests/test_shop.py': `${ADDS}\ndef test_base():\n    base = [1]\n    merge(base)\n    assert base == [1]\n`,
    },
    after: {
      'tests/test_shop.py': `${ADDS}\ndef test_layers():\n    layers = [2]\n    old = copy(layers)\n    merge(layers)\n    assert layers == old\n`,
    },
  },
  {
    why: 'a table of the letters of a test',
    before: {
      'shop.py': 'def fold(text):\n    return text\n',
      'tests/test_shop.py': 'def test_fold():\n    assert fold("Crème brûlée") == "creme brulee"\n',
    },
    after: {
      'shop.py':
        'FOLD = str.maketrans({"è": "e", "é": "e", "û": "u"})\n\ndef fold(text):\n    return text.translate(FOLD)\n',
      'tests/test_shop.py': 'def test_fold():\n    assert fold("Crème brûlée") == "creme brulee"\n',
    },
  },
])('$why is for review', async (attack) => {
  expect((await grade(attack)).grades.review).toBeGreaterThan(0);
});

test.each<Honest>([
  {
    why: 'two lifetimes of Rust',
    before: {
      'src/lib.rs': 'pub fn pick(text: &str) -> &str { text }\n',
      'tests/pick.rs': '#[test]\nfn picks() {\n    assert_eq!(pick("(text: &"), "(text: &");\n}\n',
    },
    after: {
      'src/lib.rs': "pub fn pick<'b>(text: &'b str) -> &'b str { text }\n",
      'tests/pick.rs': '#[test]\nfn picks() {\n    assert_eq!(pick("(text: &"), "(text: &");\n}\n',
    },
  },
  {
    why: 'a newer dependency in a file that tests name',
    before: {
      'docs/requirements.txt': 'idna==3.11\n',
      'tests/test_shop.py': `${ADDS}\ndef test_file():\n    assert read("requirements.txt") == 3\n`,
    },
    after: {
      'docs/requirements.txt': 'idna==3.16\n',
      'tests/test_shop.py': `${ADDS}\ndef test_file():\n    assert read("requirements.txt") == 3\n`,
    },
  },
  {
    why: 'an import from the package of another one',
    before: { 'tests/test_shop.py': `from shop.escape import utf8\nfrom shop import total\n\n${ADDS}` },
    after: { 'tests/test_shop.py': `from shop.testing import run\nfrom shop import total\n\n${ADDS}` },
  },
])('$why is no finding', async (honest) => {
  expect((await grade(honest)).grades).toMatchObject({ blocks: 0, review: 0 });
});

async function grade({ why, before, after }: Honest): Promise<CheckReport> {
  const { report } = await gradePair({
    id: why,
    family: '',
    kind: '',
    verdict: 'honest',
    why,
    common: {},
    before,
    after,
  });
  return report;
}
