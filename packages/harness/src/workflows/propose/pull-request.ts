import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { explainGithub } from '../github/github-failure.ts';
import type { Github, PullRequest, PullRequestPlace, PullRequestText } from './github.ts';

export interface AskGithubOptions {
  readonly host: Host;
  readonly redact: (text: string) => string;
  /** Wait before the first retry; four times as long before the next. */
  readonly first_wait_ms?: number;
  readonly signal?: AbortSignal;
}

const MOST_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const GROWTH = 4;

/** Sends a GitHub request and retries temporary errors; `ask` may be called several times. */
export async function askGithub<T>(
  what: string,
  { ask, host, redact, first_wait_ms = FIRST_WAIT_MS, signal }: AskGithubOptions & { readonly ask: () => Promise<T> },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (thrown) {
      if (signal?.aborted) throw new AssayError('interrupted', `stopped: ${what}`);
      const { error, again_after_ms } = explainGithub(thrown, { what, redact, now_ms: host.now() });
      if (again_after_ms === null || tries === MOST_TRIES) throw error;
      const wait_ms = Math.max(again_after_ms, first_wait_ms * GROWTH ** (tries - 1));
      await sleep(wait_ms, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw new AssayError('interrupted', `stopped: ${what}`);
      });
    }
  }
}

export interface PutPullRequest extends AskGithubOptions {
  readonly github: Github;
  readonly place: PullRequestPlace;
  readonly content: PullRequestText;
}

export interface PutResult extends PullRequest {
  readonly status: 'created' | 'updated';
}

/**
 * Opens a pull request, or updates the open one of the same branch. Every try searches first, because a
 * request without an answer may have opened it.
 */
export async function putPullRequest({ github, place, content, ...options }: PutPullRequest): Promise<PutResult> {
  let tried = false;
  const update = async (found: PullRequest): Promise<PutResult> => ({
    ...(await github.update(found.number, content)),
    status: tried ? 'created' : 'updated',
  });
  const ask = async (): Promise<PutResult> => {
    const found = await github.find(place);
    if (found !== null) return await update(found);
    try {
      const created = await github.create(place, content);
      return { ...created, status: 'created' };
    } catch (thrown) {
      const about = { what: '', redact: options.redact, now_ms: options.host.now() };
      const appeared = explainGithub(thrown, about).exists ? await github.find(place) : null;
      if (appeared !== null) return await update(appeared);
      tried = true;
      throw thrown;
    }
  };
  return await askGithub('the pull request cannot be opened', { ...options, ask });
}
