import { expect, test } from 'vitest';
import { readImages, readLabels } from './offer-options.ts';

test('reads what a worker offers', () => {
  expect(readImages('build')).toBe('build');
  expect(readLabels(['gpu=a100', 'zone=eu-1'])).toEqual({ gpu: 'a100', zone: 'eu-1' });
});

test.each([
  { text: 'gpu', why: 'no value' },
  { text: '=a100', why: 'no name' },
  { text: 'gpu=', why: 'an empty value' },
  { text: 'gpu=a b', why: 'a space' },
  { text: 'gpu=\u001b[2J', why: 'an escape sequence' },
  { text: `gpu=${'a'.repeat(64)}`, why: 'too long' },
])('rejects a label with $why', ({ text }) => {
  expect(() => readLabels([text])).toThrow('expected --label NAME=VALUE');
});

test('rejects labels that a worker sets itself, and unknown image policies', () => {
  expect(() => readLabels(['os=windows'])).toThrow('each worker sets its own os and arch');
  expect(() => readImages('all')).toThrow('expected --images to be one of none, cached, pull, build, found all');
});
