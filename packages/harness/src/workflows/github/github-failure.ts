import { AssayError } from '@assay/schema';
import { at, list, number, text } from '@assay/schema/json';

/** Why a GitHub request failed, and whether to retry. */
export interface GithubFailure {
  readonly error: AssayError;
  /** How long to wait before a retry; null if a retry cannot help. */
  readonly again_after_ms: number | null;
  /** An open pull request exists already. */
  readonly exists: boolean;
}

export interface FailureOptions {
  /** The failed operation. */
  readonly what: string;
  readonly redact: (text: string) => string;
  readonly now_ms: number;
}

/** An early error is more useful than a longer wait. */
const LONGEST_WAIT_MS = 60_000;
const MAX_MESSAGE_CHARS = 300;

/** Explains a failed request, without content of the request, which contained the token. */
export function explainGithub(thrown: unknown, { what, redact, now_ms }: FailureOptions): GithubFailure {
  if (thrown instanceof AssayError)
    return { error: thrown, again_after_ms: thrown.code === 'remote_unavailable' ? 0 : null, exists: false };
  const status = number(at(thrown, 'status'));
  const response = at(thrown, 'response');
  const say = (code: AssayError['code'], help: string): AssayError => {
    const answer =
      response === undefined ? nameTrouble(thrown) : `GitHub answered ${status} ${describeAnswer(thrown, response)}`;
    return new AssayError(code, redact(`${what}: ${answer}${help === '' ? '' : `; ${help}`}`));
  };
  const final = (error: AssayError, exists = false): GithubFailure => ({ error, again_after_ms: null, exists });

  const wait_ms = waitOf(response, now_ms);
  if (status === 429 || (status === 403 && wait_ms !== undefined)) {
    const error = say('rate_limited', `try again in ${Math.ceil((wait_ms ?? 0) / 1000)} s`);
    return { error, again_after_ms: (wait_ms ?? 0) > LONGEST_WAIT_MS ? null : (wait_ms ?? 0), exists: false };
  }
  if (status === 401) return final(say('unauthorized', 'the token is wrong, expired or revoked: renew it'));
  if (status === 403)
    return final(say('forbidden', 'the token needs write access to contents and pull requests of the repository'));
  if (status === 404)
    return final(
      say('not_found', 'the repository does not exist, or the token has no access: check --repo and the token'),
    );
  if (status === 422) return final(say('conflict', ''), /already exists/i.test(describeAnswer(thrown, response)));
  if (status === undefined || status >= 500)
    return { error: say('remote_unavailable', ''), again_after_ms: 0, exists: false };
  return final(say('remote_unavailable', ''));
}

/** How long GitHub asks to wait; undefined if it does not. */
function waitOf(response: unknown, now_ms: number): number | undefined {
  const header = (name: string): string | undefined => text(at(response, 'headers', name)) ?? numeral(response, name);
  const seconds = Number(header('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  if (header('x-ratelimit-remaining') !== '0') {
    // the secondary limit is only reported as text
    return /secondary rate limit|abuse detection/i.test(text(at(response, 'data', 'message')) ?? '')
      ? 60_000
      : undefined;
  }
  const reset = Number(header('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - now_ms) : 60_000;
}

const numeral = (response: unknown, name: string): string | undefined =>
  number(at(response, 'headers', name))?.toString();

function describeAnswer(thrown: unknown, response: unknown): string {
  const data = at(response, 'data');
  const details = list(at(data, 'errors')).map(
    (each) => text(each) ?? text(at(each, 'message')) ?? text(at(each, 'code')),
  );
  const message = text(at(data, 'message')) ?? (thrown instanceof Error ? thrown.message : '');
  return oneLine([message, ...details.filter((detail) => detail !== undefined)].join('; '));
}

// a failed or aborted connection
function nameTrouble(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'GitHub did not answer in time';
  return `GitHub did not answer (${oneLine(cause instanceof Error ? cause.message : 'no connection')})`;
}

const oneLine = (words: string): string =>
  words
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_CHARS);
