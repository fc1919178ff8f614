import { expect, test } from 'vitest';
import { gradeOnThread } from './grading-thread.ts';

const job = {
  kind: 'submitted',
  folder: '/nowhere/at/all',
  root: '/nowhere',
  now_ms: 0,
  baseline: null,
  scorecard_weights: null,
} as const;
const never = new AbortController().signal;

test('reports a grading error without the server path, and the thread keeps working', async () => {
  for (let time = 0; time < 2; time++) {
    const refused = await gradeOnThread('org', job, never).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unreadable_file' });
    expect((refused as Error).message).not.toContain('nowhere/at/all');
  }
});

test('aborting stops only its own job', async () => {
  const leaving = new AbortController();
  const stopped = gradeOnThread('org', job, leaving.signal);
  const next = gradeOnThread('org', job, never);
  leaving.abort();
  await expect(stopped).rejects.toBeDefined();
  await expect(next).rejects.toMatchObject({ code: 'unreadable_file' });
  await expect(gradeOnThread('org', job, leaving.signal)).rejects.toBeDefined();
});
