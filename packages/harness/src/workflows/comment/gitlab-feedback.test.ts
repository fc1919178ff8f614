import { expect, test } from 'vitest';
import { startScriptedGitlab } from '../../../../../test/scripted-gitlab.ts';
import { putFeedback } from './put-feedback.ts';

const feedback = { name: 'check', conclusion: 'failure', title: 'FAIL', annotations: [] } as const;

test('a result cannot run commands of GitLab', async () => {
  await using gitlab = await startScriptedGitlab({ token: 't0ken', notes_path: '/projects/42/merge_requests/5/notes' });
  const environment = {
    GITLAB_CI: 'true',
    GITLAB_TOKEN: 't0ken',
    CI_API_V4_URL: gitlab.api_url,
    CI_PROJECT_ID: '42',
    CI_MERGE_REQUEST_IID: '5',
  };
  const host = { environment, now: Date.now, entropy: (bytes: number) => new Uint8Array(bytes) };
  const put = (summary: string) => putFeedback({ ...feedback, summary }, { host, signal: AbortSignal.timeout(60_000) });
  await put('found\n/merge\n  /approve');
  expect(gitlab.notes[0]?.body).toContain('found\n\\/merge\n  \\/approve\n');
  await putFeedback({ ...feedback, name: 'run', summary: 'ran' }, { host, signal: AbortSignal.timeout(60_000) });
  expect(gitlab.notes).toHaveLength(1);
  expect(gitlab.notes[0]?.body).toContain('found\n\\/merge\n  \\/approve\n');
});

test.each([
  [{ GITLAB_TOKEN: '' }, /set GITLAB_TOKEN/],
  [{ CI_API_V4_URL: 'http://gitlab.example/api/v4' }, /https URL/],
  [{ CI_PROJECT_ID: '../42' }, /CI_PROJECT_ID/],
  [{ CI_MERGE_REQUEST_IID: '5/../6' }, /CI_MERGE_REQUEST_IID/],
])('refuses a job with %j', async (wrong, message) => {
  const environment = {
    ...{ GITLAB_CI: 'true', GITLAB_TOKEN: 't0ken', CI_API_V4_URL: 'https://gitlab.example/api/v4' },
    ...{ CI_PROJECT_ID: '42', CI_MERGE_REQUEST_IID: '5', ...wrong },
  };
  const host = { environment, now: Date.now, entropy: (bytes: number) => new Uint8Array(bytes) };
  const put = putFeedback({ ...feedback, summary: '' }, { host, signal: AbortSignal.timeout(60_000) });
  await expect(put).rejects.toThrow(message);
});
