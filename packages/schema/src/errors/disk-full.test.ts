import { expect, test } from 'vitest';
import { AssayError } from './assay-error.ts';
import { isDiskFull } from './disk-full.ts';

const system = (code: string): Error => Object.assign(new Error('it failed'), { code });

test.each([
  { error: system('ENOSPC'), full: true, why: 'a full disk' },
  { error: system('EDQUOT'), full: true, why: 'a quota' },
  { error: new AssayError('unwritable_file', 'no', { cause: system('ENOSPC') }), full: true, why: 'the cause' },
  { error: new Error('git says fatal: sha1 file write error: No space left on device'), full: true, why: 'words' },
  { error: system('EACCES'), full: false, why: 'no permission' },
  { error: new Error('ENOSPCX'), full: false, why: 'another word' },
  { error: 'ENOSPC', full: false, why: 'no error at all' },
  { error: undefined, full: false, why: 'nothing' },
])('$why: $full', ({ error, full }) => {
  expect(isDiskFull(error)).toBe(full);
});

test('stops at an error that is its own cause', () => {
  const error = new Error('round and round');
  error.cause = error;
  expect(isDiskFull(error)).toBe(false);
});
