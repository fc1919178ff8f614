import { AssayError } from '@assay/schema';
import { at, list, number, text } from '@assay/schema/json';
import type { Octokit } from '@octokit/rest';
import type { RepositoryName } from './remote-address.ts';

export interface PullRequest {
  readonly number: number;
  readonly url: string;
}

/** What a pull request says. */
export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

/** From where to where changes are to go. */
export interface PullRequestPlace {
  readonly head_owner: string;
  readonly head: string;
  readonly base: string;
}

/** The pull requests of one repository on GitHub. Throws what the client throws; `explainGithub` says what it means. */
export interface Github {
  getDefaultBranch(): Promise<string>;
  /** The open one from this place. */
  find(place: PullRequestPlace): Promise<PullRequest | null>;
  create(place: PullRequestPlace, content: PullRequestText): Promise<PullRequest>;
  update(number: number, content: PullRequestText): Promise<PullRequest>;
}

export interface GithubOptions {
  /** Such as `https://api.github.com`. */
  readonly api_url: string;
  readonly repository: RepositoryName;
  /** Null where the way there has its own. */
  readonly token: string | null;
  /** How requests are sent, where not over the network. */
  readonly fetch?: typeof fetch;
  /** For one request. */
  readonly timeout_ms: number;
  readonly signal?: AbortSignal;
}

const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Opens the pull requests of a repository. */
export async function openGithub({ api_url, token, ...options }: GithubOptions): Promise<Github> {
  // loaded by those who propose something, and not by every command
  const { Octokit } = await import('@octokit/rest');
  const octokit = new Octokit({
    baseUrl: api_url.replace(/\/+$/, ''),
    userAgent: 'assay',
    log: silent,
    ...(token === null ? {} : { auth: token }),
    ...(options.fetch === undefined ? {} : { request: { fetch: options.fetch } }),
  });
  return describeGithub(octokit.rest.pulls, octokit.rest.repos, options);
}

function describeGithub(
  pulls: Octokit['rest']['pulls'],
  repos: Octokit['rest']['repos'],
  { repository, timeout_ms, signal }: Pick<GithubOptions, 'repository' | 'timeout_ms' | 'signal'>,
): Github {
  const repo = { owner: repository.owner, repo: repository.name };
  const within = () => {
    const patience = AbortSignal.timeout(timeout_ms);
    return { request: { signal: signal === undefined ? patience : AbortSignal.any([signal, patience]) } };
  };
  return {
    async getDefaultBranch() {
      const { data } = await repos.get({ ...repo, ...within() });
      return text(at(data, 'default_branch')) ?? unreadable();
    },
    async find({ head_owner, head, base }) {
      const wanted = { state: 'open' as const, head: `${head_owner}:${head}`, base, per_page: 100 };
      const { data } = await pulls.list({ ...repo, ...wanted, ...within() });
      if (!Array.isArray(data)) return unreadable();
      // a filter that is not understood is ignored and everything is listed
      const found = list(data).find(
        (pull) =>
          at(pull, 'head', 'ref') === head &&
          at(pull, 'base', 'ref') === base &&
          text(at(pull, 'head', 'user', 'login'))?.toLowerCase() === head_owner.toLowerCase(),
      );
      return found === undefined ? null : readPullRequest(found);
    },
    async create({ head_owner, head, base }, content) {
      const { data } = await pulls.create({ ...repo, ...content, head: `${head_owner}:${head}`, base, ...within() });
      return readPullRequest(data);
    },
    async update(pull_number, content) {
      const { data } = await pulls.update({ ...repo, ...content, pull_number, ...within() });
      return readPullRequest(data);
    },
  };
}

function readPullRequest(data: unknown): PullRequest {
  const [id, url] = [number(at(data, 'number')), text(at(data, 'html_url'))];
  return id === undefined || url === undefined ? unreadable() : { number: id, url };
}

function unreadable(): never {
  throw new AssayError(
    'remote_unavailable',
    'expected the answer of the GitHub API, found something else; check --github-url',
  );
}

function nothing(): void {
  // problems are told once, by whoever asked
}
