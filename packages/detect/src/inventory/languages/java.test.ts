import { expect, test } from 'vitest';
import { describeFile, readTests } from '../../../test/told-file.ts';

const inTest = (body: string): string => `class CartTest {\n  @Test\n  void adds() {\n${body}\n  }\n}\n`;
const told = (line: string): string[] => [`CartTest.adds${line}`];

test.each([
  { why: 'a value', body: 'assertEquals(3, add(1, 2));', tells: ': add(1,2) = 3 exact' },
  { why: 'a message first, as in JUnit 4', body: 'assertEquals("sum", 3, add(1, 2));', tells: ': add(1,2) = 3 exact' },
  {
    why: 'a message last, as in JUnit 5',
    body: 'assertEquals("a", name(), "the name");',
    tells: ': name() = "a" exact',
  },
  { why: 'a tolerance', body: 'Assertions.assertEquals(1.0, x, 0.01);', tells: ': x = 1.0 exact ±0.01' },
  {
    why: 'a comparison as a condition',
    body: 'assertTrue(a.equals(b)); assertFalse(n > 3);',
    tells: ': a = b exact; n = <=3 bound',
  },
  {
    why: 'an AssertJ chain is one assertion',
    body: 'assertThat(x).isNotNull().isEqualTo(3);',
    tells: ': x = 3 exact',
  },
  { why: 'a Hamcrest matcher', body: 'assertThat("why", x, is(3));', tells: ': x = 3 exact' },
  {
    why: 'a Truth chain',
    body: 'assertWithMessage("why").that(x).isGreaterThan(3);',
    tells: ': x = isGreaterThan:3 bound',
  },
  {
    why: 'a tolerance in a chain',
    body: 'assertThat(x).isCloseTo(1.0, within(0.5));',
    tells: ': x = isCloseTo:1.0:within(0.5) bound ±0.5',
  },
  { why: 'an exception', body: 'assertThrows(Foo.class, () -> { x.y(); });', tells: ': ()->{x.y()} = Foo.class type' },
  {
    why: 'calls on a mock',
    body: 'verify(store, times(1)).save(a); verifyNoMoreInteractions(store);',
    tells: ': store.save(a) = times(1) structure; not store structure',
  },
  {
    why: 'a mock of static methods, an order, a helper',
    body: 'statics.verify(() -> A.b()); first.verify(store).save(a); spy.verifyCount(2);',
    tells: ': ()->A.b() structure; store.save(a) structure; 2 structure',
  },
  {
    why: 'fail() and assert',
    body: 'assert n > 1 : "few"; fail("never");',
    tells: ': n = >1 bound; "never" truthy',
  },
  {
    why: 'product methods with similar names',
    body: 'signature.verify(key); job.fail("x"); Objects.requireNonNull(x);',
    tells: ': ',
  },
  {
    why: 'ignores comments and strings',
    body: '// assertTrue(x);\n/* @Disabled */ String s = "fail(";\nString t = """\nassertEquals(1, 2);\n""";',
    tells: ': ',
  },
  { why: 'an assumption', body: 'assumeTrue(onLinux()); assertTrue(x);', tells: ': skip if; x truthy' },
  { why: 'an assumption that never holds', body: 'assumeTrue(false);', tells: ': skip' },
  {
    why: 'code after a return never runs',
    body: 'if (true) return;\nassertTrue(x);',
    tells: ' (constant_condition): x truthy',
  },
  {
    why: 'ignores code that never runs',
    body: 'if (false) { assertTrue(x); }',
    tells: ' (constant_condition): x truthy',
  },
  {
    why: 'swallowed failures',
    body: 'try { assertTrue(x); } catch (Throwable e) { log(e); }',
    tells: ' (swallowed_failure): x truthy',
  },
  {
    why: 'an expected exception',
    body: 'try { act(); fail("none"); } catch (Exception e) { }',
    tells: ': "none" truthy',
  },
  {
    why: 'a rethrown failure',
    body: 'try { assertTrue(x); } catch (Throwable e) { throw new Error(e); }',
    tells: ': x truthy',
  },
])('$why', async ({ body, tells }) => {
  expect(await describeFile('CartTest.java', inTest(body))).toEqual(told(tells));
});

test.each([
  {
    why: 'a marker of the class applies to its tests',
    text: '@Disabled class ATest { @Test void a() { assertTrue(x); } @Nested class B { @Test void b() { } } }',
    tells: ['ATest.a: skip; x truthy', 'ATest.B.b: skip'],
  },
  {
    why: 'conditional markers',
    text: 'class ATest { @Test @EnabledOnOs(OS.LINUX) void a() { } @Test @DisabledIf("x") void b() { } @Ignore @Test public void c() { } }',
    tells: ['ATest.a: skip if', 'ATest.b: skip if', 'ATest.c: skip'],
  },
  {
    why: 'TestNG',
    text: '@Test public class A { public void a() { } @BeforeMethod public void before() { } @Test(enabled = false) public void b() { } void c() { } }',
    tells: ['A.a: ', 'A.b: skip'],
  },
  {
    why: 'JUnit 3 finds tests by name',
    text: 'public class A extends TestCase { public void testA() { assertTrue(x); } public void helper() { assertTrue(y); } }',
    tells: ['A.testA: x truthy', 'helper A.helper: y truthy'],
  },
  {
    why: 'in a file with annotated tests, names do not count',
    text: 'public class A extends Base { @Test public void a() { } public void testB() { assertTrue(x); } }',
    tells: ['A.a: ', 'helper A.testB: x truthy'],
  },
  {
    why: 'an exception on the method',
    text: 'class A { @Test(expected = Foo.class) public void a() { act(); } }',
    tells: ['A.a: throws = Foo.class type'],
  },
  {
    why: 'rows',
    text: 'class A { @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void a(int n) { } @ParameterizedTest @CsvSource({"1,2", "3,4"}) void b(int n) { } @ParameterizedTest @MethodSource("rows") void c(int n) { } static Stream<Integer> rows() { return Stream.of(1, 2, 3, 4); } }',
    tells: ['A.a ×3: ', 'A.b ×2: ', 'A.c ×4: '],
  },
])('$why', async ({ text, tells }) => {
  expect(await describeFile('src/test/java/A.java', text)).toEqual(tells);
});

test('layout and comments do not change a test', async () => {
  const plain = await readTests('CartTest.java', inTest('assertEquals(3, add(1, 2));'));
  const laidOut = await readTests('CartTest.java', inTest('// why\nassertEquals(\n    3,\n    add(1, 2));'));
  expect(laidOut.tests[0]?.body_digest).toBe(plain.tests[0]?.body_digest);
});
