import { expect, test } from 'vitest';
import { describeFile } from '../../../test/told-file.ts';

const inTest = (body: string): string =>
  `<?php\nclass CartTest extends TestCase {\n  public function testAdds(): void {\n${body}\n  }\n}\n`;

test.each([
  {
    why: 'values',
    body: '$this->assertSame(3, add(1, 2)); self::assertTrue($a === 3);',
    tells: ': add(1,2) = 3 exact; $a = 3 exact',
  },
  { why: 'a tolerance', body: '$this->assertEqualsWithDelta(1.0, $x, 0.1);', tells: ': $x = 1.0 bound ±0.1' },
  { why: 'an exception', body: '$this->expectException(Foo::class);', tells: ': expectException = Foo::class type' },
  {
    why: 'skips',
    body: 'if (PHP_OS === "x") { $this->markTestSkipped("a"); } $this->markTestIncomplete();',
    tells: ': skip if; skip',
  },
  {
    why: 'ignores comments and strings',
    body: '// $this->assertTrue($x);\n# $this->fail();\n$s = "->assertTrue(1)";',
    tells: ': ',
  },
  {
    why: 'swallowed failures',
    body: 'try { $this->assertTrue($x); } catch (\\Throwable $e) { }',
    tells: ' (swallowed_failure): $x truthy',
  },
  {
    why: 'code after a return never runs',
    body: 'return;\n$this->assertTrue($x);',
    tells: ' (early_return): $x truthy',
  },
])('$why', async ({ body, tells }) => {
  const told = await describeFile('CartTest.php', inTest(body));
  expect(told).toEqual([`CartTest.testAdds${tells}`]);
});

test.each([
  {
    why: 'tests with an annotation or attribute',
    text: '<?php class A extends TestCase { /** @test */ public function one() { } #[Test] #[TestWith([1])] #[TestWith([2])] public function two() { } public function three() { $this->assertTrue(true); } }',
    tells: ['A.one: ', 'A.two ×2: ', 'helper A.three: true tautology'],
  },
  {
    why: 'requirements of a class',
    text: "<?php #[RequiresPhp('8')] class A extends TestCase { public function testOne() { } }",
    tells: ['A.testOne: skip if'],
  },
  {
    why: 'Pest',
    text: "<?php describe('d', function () { it('a', function () { expect(1)->toBe(2)->and(f())->not->toBeNull(); })->skip('x')->with([1, 2]); test('b', fn () => expect(3)->toBe(4)); });",
    tells: ['d > a ×2: skip; not f() = toBeNull truthy; 1 = 2 exact', 'd > b: 3 = 4 exact'],
  },
])('$why', async ({ text, tells }) => {
  const told = await describeFile('tests/A.php', text);
  expect(told).toEqual(tells);
});
