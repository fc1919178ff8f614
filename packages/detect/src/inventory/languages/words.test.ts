import { expect, test } from 'vitest';
import { readTests } from '../../../test/told-file.ts';

test.each([
  {
    why: 'JUnit in Kotlin with a sentence as the name',
    path: 'CartTest.kt',
    text: '@Disabled("x")\nclass CartTest {\n    @Test\n    fun `adds up`() { assertEquals(3, add(1, 2)) }\n    @Ignore @Test fun other() { fail("assertEquals(") }\n}\n',
    tells: ['CartTest > adds up 1 skip', 'CartTest > other 1 skip,skip'],
  },
  {
    why: 'Kotest',
    path: 'CartSpec.kt',
    text: 'class CartSpec : FunSpec({\n    test("a b") { x shouldBe 3 }\n    xtest("c") { y.shouldNotBeNull() }\n    context("g") { test("in") { shouldThrow<E> { f() } } }\n})\n',
    tells: ['CartSpec > a b 1 ', 'CartSpec > c 1 skip', 'CartSpec > g > in 1 '],
  },
  {
    why: 'sentences with a block',
    path: 'CartSpec.kt',
    text: 'class CartSpec : StringSpec({\n    "adds up" {\n        add(1, 2) shouldBe 3\n        "text".length shouldBe 4\n    }\n})\n',
    tells: ['CartSpec > adds up 2 '],
  },
  {
    why: 'XCTest',
    path: 'Tests/CartTests.swift',
    text: 'final class CartTests: XCTestCase {\n    func testAdds() throws { XCTAssertEqual(add(1, 2), 3); try XCTSkipIf(slow) }\n    // func testGone() { XCTAssertTrue(x) }\n    /* /* nested */ func testOld() { XCTAssertTrue(x) } */\n    func testB() { XCTFail("XCTAssert(") }\n}\n',
    tells: ['CartTests > testAdds 1 skip', 'CartTests > testB 1 '],
  },
  {
    why: 'Swift Testing',
    path: 'Tests/CartTests.swift',
    text: '@Suite struct Cart {\n    @Test("adds", .disabled("x")) func adds() { #expect(x == 3) }\n    @Test func `b c`() throws { try #require(x) }\n}\n',
    tells: ['Cart > adds 1 skip', 'Cart > b c 1 '],
  },
])('$why', async ({ path, text, tells }) => {
  const { tests, engine } = await readTests(path, text);
  expect(engine).toBe('lexical');
  expect(
    tests.map(({ name, assertions, markers }) => `${name} ${assertions.length} ${markers.map(({ kind }) => kind)}`),
  ).toEqual(tells);
});
