import { expect, test } from 'vitest';
import { readSide } from './read-side.ts';

async function strengths(path: string, code: string): Promise<string[]> {
  const reading = await readSide({ path, content: Buffer.from(code), is_test_file: true });
  if (reading === null || 'reason' in reading) throw new Error(`${path} was not read`);
  return reading.file?.tests.flatMap(({ assertions }) => assertions.map(({ strength }) => strength)) ?? [];
}

const PYTHON = {
  variable: 'def test_f():\n    expected = f(2)\n    assert f(2) == expected\n',
  'two variables': 'def test_f():\n    first = f(2)\n    expected = first\n    assert expected == f(2)\n',
  'a constant of the file': 'EXPECTED = f(2)\n\ndef test_f():\n    assert f(2) == EXPECTED\n',
  'a fixture':
    '@pytest.fixture\ndef expected():\n    return f(2)\n\ndef test_f(expected):\n    assert f(2) == expected\n',
  'a fixture that yields':
    '@pytest.fixture()\ndef expected():\n    value = f(2)\n    yield value\n\ndef test_f(expected):\n    assert f(2) == expected\n',
  'a parameter': '@pytest.mark.parametrize("expected", [f(2)])\ndef test_f(expected):\n    assert f(2) == expected\n',
  'rows of parameters':
    '@pytest.mark.parametrize("a, expected", [(2, f(2)), (3, f(3))])\ndef test_f(a, expected):\n    assert f(a) == expected\n',
  'a helper': 'def want():\n    return f(2)\n\ndef test_f():\n    assert f(2) == want()\n',
  'a helper of a helper':
    'def inner(a):\n    return f(a)\n\ndef want(a):\n    return inner(a)\n\ndef test_f():\n    expected = want(2)\n    assert f(2) == expected\n',
  'an attribute of the case':
    'class TestF(TestCase):\n    def setUp(self):\n        self.want = f(2)\n\n    def test_f(self):\n        self.assertEqual(f(2), self.want)\n',
};

test.each(Object.entries(PYTHON))('a comparison with itself through %s is no assertion', async (_, code) => {
  expect(await strengths('test_f.py', code)).toEqual(['tautology']);
});

const OTHERS = {
  'test/f.test.ts': "test('f', () => {\n  const expected = f(2);\n  expect(f(2)).toBe(expected);\n});\n",
  'test/helper.test.ts':
    "const want = (a) => f(a);\nfunction twice() { return want(2); }\ntest('f', () => {\n  expect(f(2)).toBe(twice());\n});\n",
  'f_test.go':
    'package p\n\nfunc TestF(t *testing.T) {\n\twant := f(2)\n\tif got := f(2); got != want {\n\t\tt.Error(got)\n\t}\n}\n',
  'tests/f.rs': '#[test]\nfn f_is_four() {\n    let want = f(2);\n    assert_eq!(f(2), want);\n}\n',
  'src/test/java/FTest.java':
    'class FTest {\n  @Test void f() {\n    int expected = Calc.f(2);\n    assertEquals(expected, Calc.f(2));\n  }\n}\n',
};

test.each(Object.entries(OTHERS))('in %s too', async (path, code) => {
  expect(await strengths(path, code)).toEqual(['tautology']);
});

const HONEST = {
  'another input': 'def test_f():\n    expected = f(3)\n    assert f(-3) == expected\n',
  'a change in between': 'def test_f():\n    before = box.count()\n    box.close()\n    assert box.count() == before\n',
  'two ways to the same': 'def test_f():\n    expected = slow(2)\n    assert f(2) == expected\n',
  'a value of the test': 'def test_f():\n    expected = [2]\n    assert f(2) == expected\n',
  'a row with a value':
    '@pytest.mark.parametrize("a, expected", [(2, 4), (3, f(3))])\ndef test_f(a, expected):\n    assert f(a) == expected\n',
  'a difference': 'def test_f():\n    other = f(2)\n    assert f(2) != other\n',
};

test.each(Object.entries(HONEST))('%s is an assertion', async (_, code) => {
  expect(await strengths('test_f.py', code)).not.toContain('tautology');
});

test('thousands of assertions in one test do not take minutes', { timeout: 20_000 }, async () => {
  const lines = Array.from({ length: 8000 }, (_, n) => `    x${n} = f(${n})\n    assert f(${n}) == x${n}\n`);
  const found = await strengths('test_f.py', `def test_f():\n${lines.join('')}`);
  expect(found).toHaveLength(8000);
  // the budget is for all of them, and the first ones have some
  expect(found[0]).toBe('tautology');
  expect(found.at(-1)).not.toBe('tautology');
});
