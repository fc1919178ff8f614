import { expect, test } from 'vitest';
import { describeFile } from '../../../test/told-file.ts';

test.each([
  {
    why: 'GoogleTest',
    text: 'TEST(Cart, Adds) { EXPECT_EQ(add(1, 2), 3); ASSERT_TRUE(x) << "why"; EXPECT_NEAR(y, 1.0, 0.1); }',
    tells: ['Cart.Adds: add(1,2) = 3 exact; x truthy; y = 1.0 bound ±0.1'],
  },
  {
    why: 'disabled and skipped',
    text: 'TEST_F(Cart, DISABLED_Adds) { EXPECT_TRUE(x); }\nTEST(Cart, B) { if (slow) GTEST_SKIP() << "x"; }',
    tells: ['Cart.DISABLED_Adds: skip; x truthy', 'Cart.B: skip if'],
  },
  {
    why: 'Catch2',
    text: 'TEST_CASE("adds up", "[cart]") { SECTION("one") { REQUIRE(add(1, 2) == 3); CHECK_FALSE(x); } }\nTEST_CASE("hidden", "[.slow]") { REQUIRE_THROWS_AS(f(), E); }\nTEST_CASE("odd", "[!mayfail]") { }',
    tells: ['adds up: add(1,2) = 3 exact; not x truthy', 'hidden: skip; f() = E type', 'odd: expected_failure'],
  },
  {
    why: 'doctest',
    text: 'TEST_CASE("x" * doctest::skip()) { CHECK(a == doctest::Approx(1.0).epsilon(0.1)); }',
    tells: ['x: skip; a = doctest::Approx(1.0).epsilon(0.1) bound ±0.1'],
  },
  {
    why: 'helpers',
    text: 'static void check(int n) { EXPECT_EQ(n, 1); }\nTEST(A, B) { check(1); }',
    tells: ['A.B: ', 'helper check: n = 1 exact'],
  },
  {
    why: 'ignores comments and strings',
    text: 'TEST(A, B) { // EXPECT_TRUE(x);\n/* EXPECT_TRUE(y); */ auto s = R"(EXPECT_TRUE(z))"; }',
    tells: ['A.B: '],
  },
  {
    why: 'ignores code that never runs',
    text: 'TEST(A, B) {\n#if 0\n  EXPECT_TRUE(x);\n#endif\n}\nTEST(A, C) { return; EXPECT_TRUE(x); }',
    tells: ['A.B (constant_condition): x truthy', 'A.C (early_return): x truthy'],
  },
  {
    why: 'ignores code that the preprocessor removes',
    text: '#if 0\nTEST(A, B) { EXPECT_TRUE(x); }\n#else\nTEST(A, C) { EXPECT_TRUE(y); }\n#endif',
    tells: ['A.C: y truthy'],
  },
  {
    why: 'swallowed failures',
    text: 'TEST(A, B) { try { EXPECT_EQ(f(), 1); } catch (...) { } }',
    tells: ['A.B (swallowed_failure): f() = 1 exact'],
  },
])('$why', async ({ text, tells }) => {
  expect(await describeFile('test/cart_test.cc', text)).toEqual(tells);
});
