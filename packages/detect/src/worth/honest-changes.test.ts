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
])('$why blocks', async (attack) => {
  expect((await grade(attack)).grades.blocks).toBeGreaterThan(0);
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
