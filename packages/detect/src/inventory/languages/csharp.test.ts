import { expect, test } from 'vitest';
import { describeFile } from '../../../test/told-file.ts';

const inTest = (body: string): string => `class CartTests {\n  [Fact]\n  public void Adds() {\n${body}\n  }\n}\n`;

test.each([
  {
    why: 'xUnit',
    body: 'Assert.Equal(3, Add(1, 2)); Assert.True(a == 3);',
    tells: ': Add(1,2) = 3 exact; a = 3 exact',
  },
  {
    why: 'NUnit',
    body: 'Assert.That(x, Is.EqualTo(2).Within(0.1)); Assert.That(y, Is.Not.Null);',
    tells: ': x = 2 exact ±0.1; not y = Is.Not.Null truthy',
  },
  {
    why: 'FluentAssertions and Shouldly',
    body: 'x.Should().Be(3); y.ShouldBe(4);',
    tells: ': x = 3 exact; y = 4 exact',
  },
  { why: 'an exception', body: 'Assert.Throws<Foo>(() => Act());', tells: ': ()=>Act() type' },
  {
    why: 'calls on a mock',
    body: 'store.Verify(s => s.Save(), Times.Once); bus.Received(1).Send(x);',
    tells: ': store.s=>s.Save() = Times.Once structure; bus.Send = 1 structure',
  },
  {
    why: 'a condition to run is a marker',
    body: 'Assert.Skip("later"); Assert.Multiple(() => { });',
    tells: ': skip',
  },
  {
    why: 'ignores comments and strings',
    body: '// Assert.True(x);\nvar s = @"Assert.True(x);"; var t = "[Ignore]";',
    tells: ': ',
  },
  {
    why: 'swallowed failures',
    body: 'try { Assert.True(x); } catch (Exception) { }',
    tells: ' (swallowed_failure): x truthy',
  },
  { why: 'code after a return never runs', body: 'return;\nAssert.True(x);', tells: ' (early_return): x truthy' },
])('$why', async ({ body, tells }) => {
  expect(await describeFile('CartTests.cs', inTest(body))).toEqual([`CartTests.Adds${tells}`]);
});

test.each([
  {
    why: 'skipped with a reason',
    text: 'class A { [Fact(Skip = "slow")] public void X() { } [Fact(Skip = null)] public void Y() { } }',
    tells: ['A.X: skip', 'A.Y: '],
  },
  {
    why: 'a marker of the class applies to its tests',
    text: '[TestFixture, Ignore("x")] class A { [Test] public void X() { } class B { [Test, Explicit] public void Y() { } } }',
    tells: ['A.X: skip', 'A.B.Y: skip; skip'],
  },
  {
    why: 'rows',
    text: 'class A { [Theory] [InlineData(1)] [InlineData(2)] public void X(int n) { } [TestCase(1, ExpectedResult = 2)] public int Y(int n) => n; }',
    tells: ['A.X ×2: ', 'A.Y: result(1) = 2 exact'],
  },
  {
    why: 'helpers',
    text: 'namespace N { class A { void Check(int n) { Assert.Equal(1, n); } [TestMethod] public void X() { Check(1); } } }',
    tells: ['A.X: ', 'helper A.Check: n = 1 exact'],
  },
])('$why', async ({ text, tells }) => {
  expect(await describeFile('Some.Tests/A.cs', text)).toEqual(tells);
});
