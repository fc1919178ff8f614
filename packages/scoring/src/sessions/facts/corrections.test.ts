import { expect, test } from 'vitest';
import { isCorrective } from './corrections.ts';

test.each([
  'No, not that file.',
  "that's not what I asked for",
  'You forgot to update the changelog.',
  'Wait, why are you deleting the tests?',
  'It still does not work.',
  'I meant the other function',
  "don't touch the config",
  'Please revert that.',
  'same error again',
  'Almost, but the name is still wrong',
  'What?! Where did the tests go',
  'npm test fails',
  'I get the following error when I start it',
  '--- FAIL: TestResume (0.1s)',
  "I don't see the change in the output",
  'It still shows the old name.',
  'Hmm, the files have no date in front.',
  "Didn't we remove that?",
  'Sure, but it has to work without a network.',
  'It does not clear the sessions.',
  "let's not leave all the tests to the end",
  'Great. The header is missing, though.',
  'Hmm, still the old name.',
  'also I thought we use yarn here',
  'That is a bit too much, you are overengineering it.',
  'The logos are not rendered correctly.',
  'Any idea why the upload is failing?',
  'This is bugged: Uncaught TypeError: x is undefined',
  'I was talking about the other section',
])('corrects: %s', (message) => {
  expect(isCorrective(message)).toBe(true);
});

test.each([
  'Great, now commit.',
  'yes please',
  'No problem, go on.',
  'Add a test for the empty list.',
  'How does the cache work?',
  'Let us continue with the next step.',
  'The build is green, thanks!',
  'Can you check that nothing is missing?',
  'Could you write a test that should fail now?',
  '# Review\n\nThis is wrong in most plans.',
  'Run it. If it does not find any bugs, commit.',
  'I think you need to rebase first.',
  'Why do we need this variable?',
  'Implement the following plan:\n\nThe cache is broken.',
])('does not correct: %s', (message) => {
  expect(isCorrective(message)).toBe(false);
});

test('a refusal after a question of the agent is an answer', () => {
  expect(isCorrective('No, leave it.', true)).toBe(false);
  expect(isCorrective('No, leave it.', false)).toBe(true);
  expect(isCorrective('No, that is wrong.', true)).toBe(true);
});
