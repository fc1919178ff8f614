import { AssayError } from '@assay/schema';
import { at, list, number, text } from '@assay/schema/json';
import type { Octokit } from '@octokit/rest';
import { createOctokit } from '../github/octokit.ts';
import type { RepositoryName } from './remote-address.ts';

export interface PullRequest {
  readonly number: number;
  readonly url: string;
}

/** Title and body of a pull request. */
export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

/** The source and target of a pull request. */
export interface PullRequestPlace {
  readonly head_owner: string;
  readonly head: string;
  readonly base: string;
}

/** The pull requests of one GitHub repository. Throws the client's errors, which `explainGithub` explains. */
export interface Github {
  getDefaultBranch(): Promise<string>;
  /** The open pull request from this source. */
  find(place: PullRequestPlace): Promise<PullRequest | null>;
  create(place: PullRequestPlace, content: PullRequestText): Promise<PullRequest>;
  update(number: number, content: PullRequestText): Promise<PullRequest>;
}

export interface GithubOptions {
  /** Such as `https://api.github.com`. */
  readonly api_url: string;
  readonly repository: RepositoryName;
  /** Null if `fetch` has its own credentials. */
  readonly token: string | null;
  /** Overrides how requests are sent. */
  readonly fetch?: typeof fetch;
  /** Per request. */
  readonly timeout_ms: number;
  readonly signal?: AbortSignal;
}

/** Opens the pull requests of a repository. */
export async function openGithub(options: GithubOptions): Promise<Github> {
  const octokit = await createOctokit(options);
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
      // a server that ignores the filter lists everything
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
  throw new AssayError('remote_unavailable', 'the server did not answer like the GitHub API; check --github-url');
}
