import { expect, test } from 'vitest';
import { type Answer, type AskedInput, selectCases } from './select-cases.ts';

const asked = (input: number, right: Answer, buggy: Answer, rest: Partial<AskedInput> = {}): AskedInput => {
  const withArgs = (answer: Answer): Answer => answer && { args: [input], ...answer };
  return {
    input: [input],
    is_recorded: false,
    original: [withArgs(right), withArgs(right)],
    buggy: withArgs(buggy),
    ...rest,
  };
};

test('cases that show the bug come first, and of these the ones that no test contains', () => {
  expect(
    selectCases([
      asked(1, { value: 1 }, { value: 1 }),
      asked(2, { value: 2 }, { value: 3 }, { is_recorded: true }),
      asked(3, { value: 3 }, { value: 4 }),
    ]),
  ).toEqual([
    { input: [3], value: 3 },
    { input: [2], value: 2 },
    { input: [1], value: 1 },
  ]);
});

test('a function that answers as before has cases only if a fix may break it', () => {
  const same = asked(1, { value: 1 }, { value: 1 });
  expect(selectCases([same])).toEqual([]);
  expect(selectCases([same], { must_differ: false })).toEqual([{ input: [1], value: 1 }]);
});

const shows = asked(0, { value: 0 }, { value: 1 });

test.each([
  { one: asked(1, { value: 1 }, null, { original: [{ value: 1 }, { value: 2 }] }), why: 'the answer varies' },
  { one: asked(1, null, null), why: 'there is no answer' },
  { one: asked(1, { error: 'TypeError' }, { value: 1 }), why: 'an unusual input raises an exception' },
  { one: asked(1, { value: '<A object at 0x7f1>' }, { value: 1 }), why: 'an address' },
  { one: asked(1, { value: '\ud800' }, { value: 1 }), why: 'half a character' },
  { one: asked(1, { value: 'x'.repeat(2000) }, { value: 1 }), why: 'a long answer' },
])('leaves a case out: $why', ({ one }) => {
  expect(selectCases([shows, one])).toEqual([{ input: [0], value: 0 }]);
});

test.each([
  {
    one: asked(1, { error: 'ValueError', message: 'no' }, { value: 1 }, { is_recorded: true }),
    expected: { input: [1], error: 'ValueError' },
    why: 'an exception of a tested input',
  },
  {
    one: asked(1, { value: 2, args: [2] }, { value: 1 }),
    expected: { input: [1], value: 2, args: [2] },
    why: 'changed arguments',
  },
  { one: asked(1, {}, { value: 1 }), expected: { input: [1], value: null }, why: 'no value' },
])('expects $why', ({ one, expected }) => {
  expect(selectCases([one])).toEqual([expected]);
});

test('is bounded', () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    asked(index, { value: index }, { value: index % 2 ? index : -1 }),
  );
  expect(selectCases(many)).toHaveLength(30);
});
