import { expect, test } from 'vitest';
import { javascript } from './languages/javascript.ts';
import { python } from './languages/python.ts';
import { readWords } from './lexical.ts';
import { createSourceText } from './syntax-node.ts';

const summarize = (text: string, words: typeof python.words) => {
  const { tests, markers } = readWords(createSourceText(text), words);
  return {
    tests: tests.map(({ name, assertions, markers: own }) => [name, assertions.length, own.length]),
    markers: markers.length,
  };
};

test('finds tests in braces by keywords, with their assertions and markers', () => {
  const text = `
    // it('no', () => { expect(1) })
    const s = "it('no', () => { expect(1) })";
    describe('cart', () => {
      it('adds up', () => { expect(total()).toBe(3); expect(x).toBe("}"); });
      it.skip('is empty', () => { expect(total()).toBe(0); });
    });`;
  expect(summarize(text, javascript.words)).toEqual({
    tests: [
      ['cart > adds up', 2, 0],
      ['cart > is empty', 1, 1],
    ],
    markers: 0,
  });
});

test('finds tests by indentation and keywords, with markers of their class', () => {
  const text = `
@unittest.skip("x")
class TestCart:
    def test_a(self):
        assert f() == 1
        # assert no
    @pytest.mark.xfail
    def test_b(self):
        self.assertEqual(1, 2)
        with pytest.raises(ValueError):
            pass

def test_c():
    """assert no"""
`;
  expect(summarize(text, python.words)).toEqual({
    tests: [
      ['TestCart > test_a', 1, 1],
      ['TestCart > test_b', 2, 2],
      ['test_c', 0, 0],
    ],
    markers: 0,
  });
});
