import { AssayError } from '@assay/schema';
import { expect, test } from 'vitest';
import { retryUntilDatabase } from './retry-until-database.ts';

const outage = new AssayError('database_unavailable', 'no connection');
const still = new AbortController().signal;

test('reports an outage and retries', async () => {
  const told: unknown[] = [];
  const answers = [outage, outage, 'kept'];
  const act = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await retryUntilDatabase(act, { signal: still, onTrouble: (error) => told.push(error) })).toBe('kept');
  expect(told).toEqual([outage, outage]);
});

test('does not retry other errors', async () => {
  const conflict = new AssayError('conflict', 'another attempt has it');
  const act = () => Promise.reject(conflict);
  await expect(retryUntilDatabase(act, { signal: still, onTrouble: () => undefined })).rejects.toBe(conflict);
});

test('tries once more when aborted', async () => {
  const stop = new AbortController();
  let asked = 0;
  const act = () => {
    asked++;
    return Promise.reject(outage);
  };
  await expect(retryUntilDatabase(act, { signal: stop.signal, onTrouble: () => stop.abort() })).rejects.toBe(outage);
  expect(asked).toBe(2);
});
