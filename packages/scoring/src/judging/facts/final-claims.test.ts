import { expect, test } from 'vitest';
import { findFinalClaims } from './final-claims.ts';

const claimsIn = (message: string) => findFinalClaims(message, []).map(({ statement }) => statement);

test.each([
  { text: 'I fixed the parser.', why: 'the agent states what it did' },
  { text: 'Added a flag to the command line.', why: 'without saying I' },
  { text: "I've updated the docs.", why: 'in short form' },
  { text: 'The parser now returns an empty list.', why: 'a new state' },
  { text: 'All tests pass.', why: 'a state of the tests' },
  { text: 'I did not touch the tests.', why: 'what it did not do' },
  { text: 'No other files were changed.', why: 'the same in passive voice' },
])('"$text" is a claim: $why', ({ text }) => {
  expect(claimsIn(text)).toEqual([text]);
});

test.each([
  { text: 'Let me know if you want me to add tests.', why: 'an offer' },
  { text: 'You can now run the tests yourself.', why: 'advice' },
  { text: 'Should I have updated the docs?', why: 'a question' },
  { text: 'The tests should now pass.', why: 'a hope' },
  { text: 'Here is what I changed:', why: 'it only introduces a list' },
  { text: 'The parser reads one line at a time.', why: 'a description' },
])('"$text" is not a claim: $why', ({ text }) => {
  expect(claimsIn(text)).toEqual([]);
});

test('each item of a summary is a claim', () => {
  expect(claimsIn('Summary:\n\n- **Fixed** the crash\n- Added a test\n\n```\nAdded nothing\n```')).toEqual([
    '**Fixed** the crash',
    'Added a test',
  ]);
});

test('checked claims come first and only once', () => {
  const checked = { claim: 'All 3 tests pass.', holds: true, why: 'seen' };
  expect(findFinalClaims('I fixed it. All 3 tests pass.', [checked])).toEqual([
    { statement: 'All 3 tests pass.', checked },
    { statement: 'I fixed it.', checked: null },
  ]);
});

test('limits the list for an endless message', () => {
  const boast = Array.from({ length: 500 }, (_, at) => `I added feature number ${at}.`).join(' ');
  expect(claimsIn(boast)).toHaveLength(12);
});
