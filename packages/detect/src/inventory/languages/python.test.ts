import type { FileInventory, TestCase } from '@assay/schema';
import { expect, test } from 'vitest';
import { readTests } from '../../../test/told-file.ts';

const read = (text: string): Promise<FileInventory> => readTests('tests/test_a.py', text);

const readTest = async (body: string): Promise<TestCase> =>
  (await read(`def test_a(self):\n${body.replace(/^/gm, '    ')}\n`)).tests[0] as TestCase;

test.each([
  { code: 'assert f(x) == 3', is: ['f(x)', '3', 'exact', false, null], why: 'a value' },
  { code: 'assert 3 == f(x)', is: ['f(x)', '3', 'exact', false, null], why: 'the literal is the expected value' },
  { code: 'assert f(x) != 3', is: ['f(x)', '3', 'bound', true, null], why: 'not one value' },
  { code: 'assert not f(x) == 3', is: ['f(x)', '3', 'bound', true, null], why: 'a negated comparison' },
  { code: 'assert x is None', is: ['x', 'None', 'exact', false, null], why: 'null is a value' },
  { code: 'assert x is not None', is: ['x', 'None', 'truthy', true, null], why: 'not null' },
  { code: 'assert x', is: ['x', null, 'truthy', false, null], why: 'only truthy' },
  { code: 'assert not x', is: ['x', null, 'truthy', true, null], why: 'only falsy' },
  { code: 'assert x in [1, 2]', is: ['x', '[1,2]', 'structure', false, null], why: 'a member' },
  { code: 'assert x > 3', is: ['x', '3', 'bound', false, null], why: 'a bound' },
  { code: 'assert isinstance(x, int)', is: ['x', 'int', 'type', false, null], why: 'a type' },
  { code: 'assert type(x) is int', is: ['type(x)', 'int', 'type', false, null], why: 'a type comparison' },
  { code: 'assert True', is: ['True', null, 'tautology', false, null], why: 'a tautology' },
  { code: 'assert x == x', is: ['x', 'x', 'tautology', false, null], why: 'a tautology' },
  { code: 'assert x or True', is: ['x or True', null, 'tautology', false, null], why: 'a tautology' },
  { code: 'assert len(x) >= 0', is: ['len(x)>=0', null, 'tautology', false, null], why: 'a tautology' },
  {
    code: 'assert (x, "message")',
    is: ['(x,"message")', null, 'tautology', false, null],
    why: 'a tuple is always true',
  },
  { code: 'assert x == approx(3, rel=0.1)', is: ['x', 'approx(3,rel=0.1)', 'exact', false, 0.1], why: 'a tolerance' },
  { code: 'assert np.allclose(a, b, atol=0.5)', is: ['a', 'b', 'exact', false, 0.5], why: 'a tolerance' },
  { code: 'self.assertEqual(f(), 3)', is: ['f()', '3', 'exact', false, null], why: 'unittest' },
  { code: 'self.assertEqual(3, f())', is: ['f()', '3', 'exact', false, null], why: 'in either order' },
  { code: 'self.assertTrue(f() == 3)', is: ['f()', '3', 'exact', false, null], why: 'a comparison as a condition' },
  { code: 'self.assertFalse(x)', is: ['x', null, 'truthy', true, null], why: 'false' },
  { code: 'self.assertIsNotNone(x)', is: ['x', 'None', 'truthy', true, null], why: 'not null' },
  { code: 'self.assertNotIn(1, x)', is: ['1', 'x', 'structure', true, null], why: 'not a member' },
  { code: 'self.assertAlmostEqual(a, b, places=2)', is: ['a', 'b', 'exact', false, 0.005], why: 'half of a hundredth' },
  { code: 'self.assertAlmostEqual(a, b, delta=2)', is: ['a', 'b', 'exact', false, 2], why: 'a tolerance' },
  { code: 'self.assertRaises(ValueError, f)', is: ['raises', 'ValueError', 'type', false, null], why: 'an error' },
  {
    code: 'with pytest.raises(ValueError, match="x"): f()',
    is: ['raises', 'ValueError,"x"', 'structure', false, null],
    why: 'an error and its text',
  },
  { code: 'with pytest.raises(Exception): f()', is: ['raises', 'Exception', 'truthy', false, null], why: 'any error' },
  { code: 'mock.assert_called_once_with(1)', is: ['mock.calls', '(1)', 'exact', false, null], why: 'a call' },
  { code: 'mock.assert_not_called()', is: ['mock.calls', null, 'truthy', true, null], why: 'no call' },
  { code: 'np.testing.assert_allclose(a, b, rtol=0.1)', is: ['a', 'b', 'exact', false, 0.1], why: 'numpy' },
  { code: 'assert_that(x, equal_to(3))', is: ['x', 'equal_to(3)', 'exact', false, null], why: 'hamcrest' },
  { code: 'assert_that(x).is_equal_to(3)', is: ['x', '3', 'exact', false, null], why: 'assertpy' },
  { code: 'expect(page).to_have_title("x")', is: ['page', '"x"', 'exact', false, null], why: 'playwright' },
])('$code: $why', async ({ code, is }) => {
  const { assertions } = await readTest(code);
  expect(
    assertions.map(({ subject, expected, strength, negated, tolerance }) => [
      subject,
      expected,
      strength,
      negated,
      tolerance,
    ]),
  ).toEqual([is]);
});

test.each([
  { code: 'text = "assert x == 1"', why: 'a string' },
  { code: 'text = """\nassert x == 1\n"""', why: 'a long string' },
  { code: '# assert x == 1\npass', why: 'a comment' },
  { code: 'assertion_of(x)', why: 'another name' },
  { code: 'x.raises(1)', why: 'a method of another object' },
])('finds no assertion in $why', async ({ code }) => {
  expect((await readTest(code)).assertions).toEqual([]);
});

test.each([
  { code: '@pytest.mark.skip\ndef test_a(): pass', is: [['skip', false]], why: 'a mark' },
  { code: '@pytest.mark.skip(reason="x")\ndef test_a(): pass', is: [['skip', false]], why: 'with a reason' },
  { code: '@pytest.mark.skipif(X, reason="x")\ndef test_a(): pass', is: [['skip', true]], why: 'under a condition' },
  {
    code: '@pytest.mark.skipif(True, reason="x")\ndef test_a(): pass',
    is: [['skip', false]],
    why: 'an always true condition',
  },
  { code: '@pytest.mark.skipif(False, reason="x")\ndef test_a(): pass', is: [], why: 'an always false condition' },
  { code: '@pytest.mark.xfail\ndef test_a(): pass', is: [['expected_failure', false]], why: 'expected to fail' },
  { code: 'import pytest as p\n@p.mark.skip\ndef test_a(): pass', is: [['skip', false]], why: 'imported as' },
  { code: 'from unittest import skipIf as s\n@s(X, "")\ndef test_a(): pass', is: [['skip', true]], why: 'imported as' },
  { code: 'off = pytest.mark.skip("x")\n@off\ndef test_a(): pass', is: [['skip', false]], why: 'an alias' },
  { code: 'mark = pytest.mark\n@mark.skip\ndef test_a(): pass', is: [['skip', false]], why: 'a partial alias' },
  {
    code: 'off = partial(pytest.mark.skipif, X)\n@off(reason="")\ndef test_a(): pass',
    is: [['skip', true]],
    why: 'a partial application',
  },
  {
    code: 'def needs(f):\n    return unittest.skipUnless(X, "")(f)\n@needs\ndef test_a(): pass',
    is: [['skip', true]],
    why: 'a local decorator',
  },
  { code: '@skip_if_windows\ndef test_a(): pass', is: [['skip', true]], why: 'an imported decorator, by its name' },
  { code: 'def test_a():\n    pytest.skip("x")', is: [['skip', false]], why: 'a call' },
  { code: 'def test_a():\n    if X:\n        pytest.skip("x")', is: [['skip', true]], why: 'a conditional call' },
  { code: 'def test_a():\n    pytest.importorskip("x")', is: [['skip', true]], why: 'a missing module' },
  { code: 'def test_a():\n    raise unittest.SkipTest("x")', is: [['skip', false]], why: 'raised' },
  {
    code: 'def test_a(request):\n    request.applymarker(pytest.mark.xfail)',
    is: [['expected_failure', false]],
    why: 'added at run time',
  },
  {
    code: '@pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.xfail)])\ndef test_a(a): pass',
    is: [['expected_failure', true]],
    why: 'one row',
  },
  { code: 'pytestmark = pytest.mark.skip\ndef test_a(): pass', is: [['skip', false]], why: 'the module' },
  {
    code: 'pytest.skip("x", allow_module_level=True)\ndef test_a(): pass',
    is: [['skip', false]],
    why: 'a call at module level',
  },
  { code: '@unittest.skip("x")\nclass TestA:\n    def test_a(self): pass', is: [['skip', false]], why: 'the class' },
  {
    code: 'class TestA:\n    pytestmark = [pytest.mark.slow, pytest.mark.skip]\n    def test_a(self): pass',
    is: [['skip', false]],
    why: 'a list in the class',
  },
  {
    code: 'class TestA:\n    __test__ = False\n    def test_a(self): pass',
    is: [['skip', false]],
    why: 'a class that is not collected',
  },
  {
    code: 'class A(TestCase):\n    def setUp(self):\n        self.skipTest("x")\n    def test_a(self): pass',
    is: [['skip', false]],
    why: 'a setup method',
  },
  { code: '@pytest.mark.slow\ndef test_a(): text = "@pytest.mark.skip"', is: [], why: 'nothing' },
])('markers: $why', async ({ code, is }) => {
  const { tests, markers } = await read(code);
  expect(tests[0]?.markers.map(({ kind, conditional }) => [kind, conditional])).toEqual(is);
  expect(markers).toEqual([]);
});

test.each([
  { body: 'return\nassert f() == 1', is: 'early_return', why: 'it returns before' },
  { body: 'if True:\n    return\nassert f() == 1', is: 'early_return', why: 'it always returns before' },
  { body: 'if x:\n    return\nassert f() == 1', is: null, why: 'it is reachable' },
  { body: 'if False:\n    assert f() == 1', is: 'constant_condition', why: 'it never runs' },
  { body: 'if x and 0:\n    assert f() == 1', is: 'constant_condition', why: 'it never runs' },
  { body: 'for x in []:\n    assert f() == 1', is: 'constant_condition', why: 'the loop never runs' },
  { body: 'def inner():\n    assert f() == 1', is: 'constant_condition', why: 'it is never called' },
  { body: 'def inner():\n    assert f() == 1\ninner()', is: null, why: 'it is called' },
  {
    body: 'try:\n    assert f() == 1\nexcept Exception:\n    pass',
    is: 'swallowed_failure',
    why: 'any error is swallowed',
  },
  {
    body: 'try:\n    assert f() == 1\nexcept:\n    print("x")',
    is: 'swallowed_failure',
    why: 'any error is swallowed',
  },
  {
    body: 'with suppress(AssertionError):\n    assert f() == 1',
    is: 'swallowed_failure',
    why: 'the error is swallowed',
  },
  { body: 'try:\n    assert f() == 1\nexcept ValueError:\n    pass', is: null, why: 'another error is swallowed' },
  {
    body: 'try:\n    assert f() == 1\nexcept Exception as e:\n    errors.append(e)',
    is: null,
    why: 'it is stored for later',
  },
  { body: 'try:\n    assert f() == 1\nexcept Exception:\n    raise', is: null, why: 'it is raised again' },
])('$body is disarmed by $is: $why', async ({ body, is }) => {
  const { disarmed, assertions } = await readTest(body);
  expect(disarmed).toBe(is);
  expect(assertions).toHaveLength(1);
});

test('omits assertions that cannot fail if others can', async () => {
  const { disarmed, assertions } = await readTest('assert f() == 1\nif False:\n    assert f() == 2');
  expect({ disarmed, count: assertions.length }).toEqual({ disarmed: null, count: 1 });
});

test.each([
  {
    code: 'def check(x):\n    assert x == 1\ndef test_a():\n    check(2)',
    tests: ['test_a'],
    helpers: ['check'],
    why: 'a function that asserts',
  },
  {
    code: 'class TestA:\n    class TestB:\n        async def test_a(self): assert x',
    tests: ['TestA.TestB.test_a'],
    helpers: [],
    why: 'nested classes',
  },
  {
    code: 'class Cart:\n    def test_a(self): assert x',
    tests: [],
    helpers: ['test_a'],
    why: 'a class that no runner collects',
  },
  {
    code: 'class Cart(Base):\n    def test_a(self): assert x',
    tests: ['Cart.test_a'],
    helpers: [],
    why: 'a class that may be a test case',
  },
  { code: '@pytest.fixture\ndef test_data():\n    assert x', tests: [], helpers: ['test_data'], why: 'a fixture' },
  { code: 'if X:\n    def test_a(): assert x', tests: ['test_a'], helpers: [], why: 'under a condition' },
  { code: 'def check_a(): assert x', tests: [], helpers: ['check_a'], why: 'renamed so that the runner ignores it' },
  { code: 'assert sys.platform', tests: [], helpers: ['<module>'], why: 'at module level' },
  { code: '"""\ndef test_a():\n    assert x\n"""', tests: [], helpers: [], why: 'a test in a string' },
])('separates tests and helpers: $why', async ({ code, tests, helpers }) => {
  const file = await read(code);
  expect(file.tests.map(({ name }) => name)).toEqual(tests);
  expect(file.helpers.map(({ name }) => name)).toEqual(helpers);
});

test('data rows multiply the cases, also named rows', async () => {
  const code =
    'ROWS = [1, 2, 3]\n@pytest.mark.parametrize("a", ROWS)\n@pytest.mark.parametrize("b", [1, 2])\ndef test_a(a, b): pass';
  expect((await read(code)).tests[0]?.cases).toBe(6);
});

test('fixture values multiply the cases of tests that use it', async () => {
  const code =
    '@pytest.fixture(params=[1, 2])\ndef store(request): return request.param\ndef test_a(store): pass\ndef test_b(): pass';
  expect((await read(code)).tests.map(({ cases }) => cases)).toEqual([2, 1]);
});

test('marks in named rows count once, and a mark on a helper counts', async () => {
  const rows = 'ROWS = [pytest.param(1, marks=pytest.mark.xfail(reason="x")), 2]\n';
  expect((await read(rows)).markers.map(({ kind }) => kind)).toEqual(['expected_failure']);
  expect((await read('never = pytest.mark.skip\n')).markers).toEqual([]);
  const old = '@pytest.mark.parametrize("a", [pytest.mark.skipif("X")((1, 2)), (3, 4)])\ndef test_a(a): pass';
  expect((await read(old)).tests[0]?.markers).toHaveLength(1);
  const skipper = 'def skip_if_slow(f):\n    return pytest.mark.skipif(SLOW, reason="x")(f)\n';
  expect((await read(skipper)).markers).toHaveLength(1);
  expect((await read('@pytest.mark.skip\ndef check(): assert x\n')).markers).toHaveLength(1);
});

test('lists calls, fixtures and mocks', async () => {
  const code =
    '@patch("shop.db")\ndef test_a(cart, monkeypatch):\n    check(cart.total())\n    monkeypatch.setattr(shop, "tax", 0)';
  const { tests } = await read(code);
  expect(tests[0]?.calls).toEqual(expect.arrayContaining(['check', 'total', 'cart']));
  expect(tests[0]?.mocks).toEqual(['shop.db', 'shop.tax']);
});

test('a body digest ignores layout and the test name', async () => {
  const digest = async (text: string) => (await read(text)).tests[0]?.body_digest;
  const one = await digest("def test_a():\n    assert f('x', [1, 2]) == 3\n");
  expect(
    await digest(
      'def test_b():\n    """Says it."""\n    assert f(\n        "x",\n        [1, 2],  # here\n    ) == 3\n',
    ),
  ).toBe(one);
  expect(await digest("def test_a():\n    assert f('x', [1, 2]) == 4\n")).not.toBe(one);
});
