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
])('does not correct: %s', (message) => {
  expect(isCorrective(message)).toBe(false);
});
