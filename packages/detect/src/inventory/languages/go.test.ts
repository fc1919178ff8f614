import { expect, test } from 'vitest';
import { describeFile, readTests } from '../../../test/told-file.ts';

const inTest = (body: string): string => `package x\nfunc TestX(t *testing.T) {\n${body}\n}\n`;

test.each([
  {
    why: 't.Error asserts the opposite of its condition',
    body: 'if got := f(1); got != 3 { t.Errorf("bad %d", got) }',
    told: ['TestX: got = 3 exact'],
  },
  { why: 'no error expected', body: 'if err != nil { t.Fatal(err) }', told: ['TestX: err = nil truthy'] },
  {
    why: 'an expected error',
    body: 'if err == nil { t.Fatal("no error") }',
    told: ['TestX: not err = nil truthy'],
  },
  { why: 'a bound', body: 'if n < 3 { t.Error("few") }', told: ['TestX: n = >=3 bound'] },
  {
    why: 'a diff is about the compared values',
    body: 'if diff := cmp.Diff(want, got); diff != "" { t.Error(diff) }',
    told: ['TestX: got = want exact'],
  },
  {
    why: 'deep equality',
    body: 'if !reflect.DeepEqual(got, want) { t.Error("x") }',
    told: ['TestX: got = want exact'],
  },
  {
    why: 'a failure in the else branch',
    body: 'if ok { use() } else { t.Error("x") }',
    told: ['TestX: ok truthy'],
  },
  {
    why: 'testify has the expected value first',
    body: 'assert.Equal(t, 3, f(1)); require.NoError(t, err)',
    told: ['TestX: f(1) = 3 exact; err truthy'],
  },
  { why: 'a tolerance', body: 'assert.InDelta(t, 1.0, f(), 0.01)', told: ['TestX: f() = 1.0 bound ±0.01'] },
  { why: 'a comparison as a condition', body: 'assert.True(t, a == 3)', told: ['TestX: a = 3 exact'] },
  { why: 'a tautology', body: 'assert.True(t, true)', told: ['TestX: true tautology'] },
  { why: 'an asserter bound to its test', body: 'a := assert.New(t)\na.Equal(3, x)', told: ['TestX: x = 3 exact'] },
  {
    why: 'a subtest counts as a case',
    body: 't.Run("a", func(t *testing.T) { t.Fatal("x") })\nt.Run("b", func(t *testing.T) {})',
    told: ['TestX ×2: "x" truthy'],
  },
  {
    why: 'rows of a table',
    body: 'for _, c := range []struct{ a int }{{1}, {2}, {3}} { if f(c.a) != 1 { t.Error("x") } }',
    told: ['TestX ×3: f(c.a) = 1 exact'],
  },
  {
    why: 'errors and logs of other values',
    body: 'err := fmt.Errorf("x"); log.Fatal(err); http.Error(w, "x", 500); s := err.Error()',
    told: ['TestX: '],
  },
  {
    why: 'ignores comments and strings',
    body: '// t.Error("x")\n/* t.Skip() */\ns := `t.Fatal("x")`\nr := "assert.True(t, x)"',
    told: ['TestX: '],
  },
  { why: 'a skip', body: 't.Skip("later")', told: ['TestX: skip'] },
  {
    why: 'a skip in short mode is conditional',
    body: 'if testing.Short() { t.SkipNow() }',
    told: ['TestX: skip if'],
  },
  {
    why: 'code after a return never runs',
    body: 'return\nif x != 1 { t.Error("x") }',
    told: ['TestX (early_return): x = 1 exact'],
  },
  {
    why: 'ignores code that never runs',
    body: 'if false { t.Error("a") }',
    told: ['TestX (constant_condition): not false tautology'],
  },
  {
    why: 'counts the part that runs',
    body: 't.Error("a")\nreturn\nt.Error("b")',
    told: ['TestX: "a" truthy'],
  },
  {
    why: 'a swallowed panic',
    body: 'defer func() { recover() }()\nassert.Equal(t, 1, f())',
    told: ['TestX (swallowed_failure): f() = 1 exact'],
  },
  {
    why: 'an expected panic',
    body: 'defer func() { if recover() == nil { t.Error("no panic") } }()',
    told: ['TestX: not recover() = nil truthy'],
  },
])('$why', async ({ body, told }) => {
  expect(await describeFile('x_test.go', inTest(body))).toEqual(told);
});

test.each([
  {
    why: 'a function with a test parameter that asserts is a helper',
    text: 'package x\nfunc check(t testing.TB, n int) { t.Helper(); if n != 1 { t.Error("x") } }\nfunc TestX(t *testing.T) { check(t, 1) }',
    told: ['TestX: ', 'helper check: n = 1 exact'],
  },
  {
    why: 'a function that calls a helper is a helper',
    text: 'package x\nfunc check(t *testing.T) { checkAll(t, 1) }\nfunc checkAll(t *testing.T, n int) { if n != 1 { t.Error("x") } }\nfunc other() { f() }\nfunc TestX(t *testing.T) { check(t) }',
    told: ['TestX: ', 'helper check: ', 'helper checkAll: n = 1 exact'],
  },
  {
    why: 'a helper of another file is recognized by its name',
    text: 'package x\nfunc TestX(t *testing.T) { assertSame(t, a, b); testutil.RequireEqual(t, c, d) }',
    told: ['TestX: b = a exact; d = c exact'],
  },
  {
    why: 'a suite with assertion methods',
    text: 'package x\ntype S struct{ suite.Suite }\nfunc (s *S) TestX() { s.Equal(1, x); s.Require().NoError(err) }',
    told: ['S.TestX: x = 1 exact; err truthy'],
  },
  {
    why: 'gocheck and quicktest',
    text: 'package x\nimport qt "github.com/frankban/quicktest"\nfunc TestX(t *testing.T) { c := qt.New(t); c.Assert(x, qt.Equals, 3); qt.Assert(t, err, qt.IsNil) }',
    told: ['TestX: x = 3 exact; err truthy'],
  },
  {
    why: 'specs inherit the markers of their groups',
    text: 'package x\nimport . "github.com/onsi/ginkgo/v2"\nvar _ = Describe("a", func() {\nBeforeEach(func() { Expect(err).NotTo(HaveOccurred()) })\nPIt("b", func() { Expect(x).To(Equal(3)) })\nFContext("c", func() { It("d", func() { Expect(n).To(BeNumerically(">", 1)) }) })\n})',
    told: [
      'a > b: skip; x = 3 exact',
      'a > c > d: focus; n = ">" bound',
      'helper the file: not err = HaveOccurred truthy',
    ],
  },
  {
    why: 'a file excluded from every build',
    text: '//go:build ignore\n\npackage x\nfunc TestX(t *testing.T) { t.Fatal(1) }',
    told: ['TestX: 1 truthy', 'file: skip'],
  },
  {
    why: 'a file for one platform',
    text: '//go:build linux\n\npackage x\nfunc TestX(t *testing.T) { t.Fatal(1) }',
    told: ['TestX: 1 truthy'],
  },
  {
    why: 'ignores names that the tool does not run',
    text: 'package x\nfunc Testify(t *testing.T) { t.Fatal(1) }\nfunc TestMain(m *testing.M) { os.Exit(m.Run()) }\nfunc _TestX(t *testing.T) { t.Fatal(2) }',
    told: ['helper Testify: 1 truthy', 'helper _TestX: 2 truthy'],
  },
  {
    why: 'an example with its output',
    text: 'package x\nfunc ExampleAdd() {\n\tfmt.Println(1)\n\t// Output: 1\n}\nfunc ExampleNot() { fmt.Println(2) }',
    told: ['ExampleAdd: output = Output: 1 exact'],
  },
])('$why', async ({ text, told }) => {
  expect(await describeFile('x_test.go', text)).toEqual(told);
});

test('layout and comments do not change a test', async () => {
  const plain = await readTests('x_test.go', inTest('if got := f(1, 2); got != 3 { t.Error("x") }'));
  const laidOut = await readTests(
    'x_test.go',
    inTest('// why\nif got := f(\n\t1,\n\t2,\n); got != 3 {\n\tt.Error("x")\n}'),
  );
  expect(laidOut.tests[0]?.body_digest).toBe(plain.tests[0]?.body_digest);
  expect(laidOut.tests[0]?.assertions[0]?.subject).toBe(plain.tests[0]?.assertions[0]?.subject);
});
