import type { Octokit } from '@octokit/rest';

export interface OctokitOptions {
  /** Such as `https://api.github.com`. */
  readonly api_url: string;
  /** Null if `fetch` has its own credentials. */
  readonly token: string | null;
  /** Overrides how requests are sent. */
  readonly fetch?: typeof fetch;
}

const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A client of the GitHub API that prints nothing. */
export async function createOctokit({ api_url, token, ...options }: OctokitOptions): Promise<Octokit> {
  // loaded only when needed
  const { Octokit } = await import('@octokit/rest');
  return new Octokit({
    baseUrl: api_url.replace(/\/+$/, ''),
    userAgent: 'assay',
    log: silent,
    ...(token === null ? {} : { auth: token }),
    ...(options.fetch === undefined ? {} : { request: { fetch: options.fetch } }),
  });
}

function nothing(): void {
  // errors are reported by the caller
}
