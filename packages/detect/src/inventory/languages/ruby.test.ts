import { expect, test } from 'vitest';
import { describeFile } from '../../../test/told-file.ts';

test.each([
  {
    why: 'RSpec',
    text: 'RSpec.describe Cart do\n it "adds" do\n expect(add(1, 2)).to eq(3)\n expect { act }.not_to raise_error\n end\nend',
    tells: ['Cart > adds: add(1,2) = 3 exact; not {act} = raise_error type'],
  },
  {
    why: 'one-line examples',
    text: 'describe "a" do\n it { is_expected.to be_valid }\nend',
    tells: ['a > { is_expected.to be_valid }: subject = be_valid truthy'],
  },
  {
    why: 'a tolerance and a bound',
    text: 'describe "a" do\n it "b" do\n expect(x).to be_within(0.1).of(3)\n expect(n).to be > 3\n end\nend',
    tells: ['a > b: x = 0.1 bound ±0.1; n = be>3 bound'],
  },
  {
    why: 'markers of groups and examples',
    text: 'describe "a", :focus do\n xit "b" do\n end\n context "c", skip: "why" do\n it("d") { }\n end\n it "e", pending: false do\n end\nend',
    tells: ['a > b: focus; skip', 'a > c > d: focus; skip', 'a > e: focus'],
  },
  { why: 'a pending example', text: 'describe "a" do\n it "later"\nend', tells: ['a > later: skip'] },
  {
    why: 'Minitest',
    text: 'class CartTest < Minitest::Test\n def test_adds\n assert_equal 3, add(1, 2)\n refute_nil x\n assert a == 3\n _(y).must_equal 4\n end\n def check(n)\n assert_equal 1, n\n end\nend',
    tells: [
      'CartTest.test_adds: add(1,2) = 3 exact; not x truthy; a = 3 exact; _(y) = 4 exact',
      'helper CartTest.check: n = 1 exact',
    ],
  },
  {
    why: 'skips in a body',
    text: 'class CartTest < Minitest::Test\n def test_a\n skip\n assert x\n end\n def test_b\n skip "windows" if windows?\n end\nend',
    tells: ['CartTest.test_a: skip; x truthy', 'CartTest.test_b: skip if'],
  },
  {
    why: 'ignores comments and strings',
    text: 'class CartTest < Minitest::Test\n def test_a\n # assert x\n s = "assert x"\n end\nend\n=begin\n def test_b\n assert y\n end\n=end\n',
    tells: ['CartTest.test_a: '],
  },
  {
    why: 'swallowed failures',
    text: 'class CartTest < Minitest::Test\n def test_a\n begin\n assert x\n rescue Exception\n end\n end\nend',
    tells: ['CartTest.test_a (swallowed_failure): x truthy'],
  },
  {
    why: 'code after a return never runs',
    text: 'class CartTest < Minitest::Test\n def test_a\n return\n assert x\n end\n def test_b\n if false\n assert x\n end\n end\nend',
    tells: ['CartTest.test_a (early_return): x truthy', 'CartTest.test_b (constant_condition): x truthy'],
  },
])('$why', async ({ text, tells }) => {
  expect(await describeFile('test/cart_test.rb', text)).toEqual(tells);
});
