import { AssayError } from '@assay/schema';
import { expect, test } from 'vitest';
import { RejectedError } from '../rejection.ts';
import { attempt } from './attempt.ts';

const commit = { id: 'c', parent: null, date: '2026-01-01', message: 'Add' };
const tryTo = (error: Error) =>
  attempt(commit, { host: { now: () => 0 } as never, signal: new AbortController().signal, wanted: 'w' }, () =>
    Promise.reject(error),
  );

test.each([
  { error: new RejectedError('flaky'), reason: 'flaky', keep: true },
  { error: new AssayError('unreadable_file', 'an object is missing'), reason: 'tests_do_not_apply', keep: false },
])('$error rejects the commit and not the history', async ({ error, reason, keep }) => {
  expect(await tryTo(error)).toMatchObject({ entry: { reason, detail: error.message }, keep });
});

test('what concerns every commit ends mining', async () => {
  await expect(tryTo(new AssayError('not_installed', 'npm is not installed'))).rejects.toThrow('npm');
});
