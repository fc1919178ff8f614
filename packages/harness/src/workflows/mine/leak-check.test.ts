import { expect, test } from 'vitest';
import { type Answer, findLeaks, type Leak } from './leak-check.ts';

const ANSWER: Answer = {
  added_lines: [
    '    if amount < 0:',
    '        raise RangeError("negative")',
    '    }',
    'const size = input.length;',
    '',
  ],
  own_names: new Set(['_check_sign', 'checkSign', 'sign', 'v2']),
  tests: [
    'tests/test_bank.py::TestBank::test_rejects_negative[case-1]',
    'bank.test.js > rejects amounts that are below zero',
    'TestNegativeAmount',
    'adds',
  ],
};

const LEAKS: readonly [text: string, kind: Leak['kind']][] = [
  ['Like 3f2a91b, but earlier', 'hash'],
  ['As in 0c4f1e2d3b5a69788796a5b4c3d2e1f001234567', 'hash'],
  ['Reject negative amounts (#123)', 'reference'],
  ['Reject negative amounts, see GH-7', 'reference'],
  ['Continues PR 14', 'reference'],
  ['See https://example.com/pull/12/files', 'link'],
  ['Makes test_rejects_negative pass', 'test'],
  ['Makes "rejects amounts that are below zero" pass', 'test'],
  ['Adds TestNegativeAmount', 'test'],
  ['Use raise RangeError("negative") there', 'code'],
  ['Use `raise  RangeError( "negative" )` there', 'code'],
  ['Set const size=input.length;', 'code'],
  ['Adds _check_sign', 'name'],
  ['Calls checkSign first', 'name'],
  ['Calls `sign` first', 'name'],
  ['Calls sign() first', 'name'],
];

test.each(LEAKS)('%s: %s', (text, kind) => {
  expect(findLeaks(text, ANSWER).map((leak) => leak.kind)).toContain(kind);
});

test.each([
  'Reject negative amounts with a RangeError',
  'Adds a sign to numbers',
  'Version 1234567 was defaced',
  'Support C# and item 4 of the list &#39;',
  'Bank.deposit(amount) accepts amounts below zero, and adds them',
  'Handle }',
  'The facade of the cafe',
])('no leak: %s', (text) => {
  expect(findLeaks(text, ANSWER)).toEqual([]);
});

test('a test that is titled with the name of a tested function does not hide this name', () => {
  const titled = { ...ANSWER, tests: ['parsePath', 'test_rejects'], product_names: new Set(['parsePath', 'size']) };
  expect(findLeaks('Add `parsePath()`', titled)).toEqual([]);
  expect(findLeaks('Add test_rejects', titled)).toEqual([{ kind: 'test', text: 'test_rejects' }]);
});
