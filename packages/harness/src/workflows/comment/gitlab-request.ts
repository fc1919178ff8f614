import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import { at, text } from '@assay/schema/json';
import { createRedactor } from '../../machine/credentials.ts';
import type { GitlabJob } from './gitlab-job.ts';

export type AskGitlab = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>;

const TIMEOUT_MS = 30_000;
const MOST_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const MAX_MESSAGE_CHARS = 300;

/** A failed request, and whether another try may help. */
class GitlabError extends AssayError {
  readonly isPassing: boolean;
  constructor(code: AssayError['code'], message: string, isPassing: boolean) {
    super(code, message);
    this.isPassing = isPassing;
  }
}

/** Sends requests to the API of GitLab, and explains those that fail without content of the request. */
export function createGitlabAsk({ api_url, token }: GitlabJob, signal: AbortSignal): AskGitlab {
  const redact = createRedactor(new Map([['GITLAB_TOKEN', token]])).text;
  return async (method, path, body) => {
    const fail = (code: AssayError['code'], reason: string, isPassing = false): GitlabError =>
      new GitlabError(code, redact(`the note cannot be written: ${reason}`), isPassing);
    let response: Response;
    let answer: string;
    try {
      response = await fetch(`${api_url}${path}`, {
        method,
        headers: { 'private-token': token, 'content-type': 'application/json' },
        // a token follows no redirect to another host
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      answer = await response.text();
    } catch (error) {
      if (signal.aborted) throw new AssayError('interrupted', 'stopped: the note cannot be written');
      throw fail('remote_unavailable', `${api_url} cannot be reached: ${(error as Error).message}`, true);
    }
    const { ok, status } = response;
    if (ok) return readJson(answer);
    const reason = `GitLab answered ${status} ${describe(answer)}`;
    if (status === 401) throw fail('unauthorized', `${reason}; the token is wrong, expired or revoked: renew it`);
    if (status === 403) throw fail('forbidden', `${reason}; the token needs the scope api and the role Reporter`);
    if (status === 404) throw fail('not_found', `${reason}; the token has no access to the project`);
    throw fail('remote_unavailable', reason, status === 429 || status >= 500);
  };
}

function readJson(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

const describe = (answer: string): string =>
  (text(at(readJson(answer), 'message')) ?? text(at(readJson(answer), 'error')) ?? '').slice(0, MAX_MESSAGE_CHARS);

/** Acts again, up to three times, while a failure may pass. */
export async function retryGitlab<T>(
  act: () => Promise<T>,
  { signal, first_wait_ms = FIRST_WAIT_MS }: { signal: AbortSignal; first_wait_ms?: number | undefined },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof GitlabError) || !error.isPassing || tries === MOST_TRIES) throw error;
      await sleep(first_wait_ms * 2 ** (tries - 1), undefined, { signal }).catch(() => {
        throw new AssayError('interrupted', 'stopped: the note cannot be written');
      });
    }
  }
}
