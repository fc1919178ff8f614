import { expect, test } from 'vitest';
import { startStep } from './start-step.ts';

const step = { name: 'reading the disk', help: 'Use another disk.', max_ms: 60_000, code: 'unreadable_file' as const };
const never = () => new Promise<never>(() => undefined);

test('a step that never ends is an error that says what to do', async () => {
  await expect(startStep({ ...step, max_ms: 50, work: never })).rejects.toMatchObject({
    code: 'unreadable_file',
    message: 'reading the disk takes longer than 0.05 s. Use another disk.',
  });
});

test('a process that has to stop waits for nothing', async () => {
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  const stopped = startStep({ ...step, work: () => opened.promise, signal: stop.signal });
  stop.abort();
  opened.resolve();
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted', message: 'stopped while reading the disk' });
  let started = false;
  const work = async () => {
    started = true;
  };
  await expect(startStep({ ...step, work, signal: stop.signal })).rejects.toMatchObject({ code: 'interrupted' });
  expect(started).toBe(false);
});

test('what a step opens too late is closed', async () => {
  const opened = Promise.withResolvers<AsyncDisposable>();
  const closed = Promise.withResolvers<void>();
  await expect(startStep({ ...step, max_ms: 10, work: () => opened.promise })).rejects.toThrow();
  opened.resolve({ [Symbol.asyncDispose]: async () => closed.resolve() });
  await closed.promise;
});
