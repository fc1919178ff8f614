import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { findProgram } from '../../machine/processes/find-program.ts';
import { createGhFetch } from './gh-fetch.ts';
import { type Github, openGithub } from './github.ts';
import type { PushCredential } from './operator-git.ts';
import { parseRemote, parseRepository, type RemoteAddress, type RepositoryName } from './remote-address.ts';

export interface ChooseGithubOptions {
  /** The address of the remote; not told to anyone. */
  readonly address: string;
  /** `owner/name`, where the pull request goes elsewhere than the branch, or the address does not say. */
  readonly repo?: string;
  readonly github_url?: string;
  readonly host: Host;
  readonly timeout_ms: number;
  readonly signal?: AbortSignal;
}

export interface ChosenGithub {
  readonly repository: RepositoryName;
  /** Whose the branch is: another than the repository's for a fork. */
  readonly head_owner: string;
  readonly api_url: string;
  /** The token as git may use it; null where its own credentials do. */
  readonly credential: PushCredential | null;
  readonly token: string | null;
  open(): Promise<Github>;
}

const PUBLIC_API = 'https://api.github.com';

/** Where the pull request is to be opened, and how GitHub is reached; nothing is contacted yet. */
export async function chooseGithub(options: ChooseGithubOptions): Promise<ChosenGithub> {
  const { host, repo, timeout_ms, signal } = options;
  const remote = parseRemote(options.address);
  const repository = repo === undefined ? remote : parseRepository(repo);
  if (repository === undefined) throw new AssayError('usage', describeUnnamed(options));
  const api_url = findApi(options, remote);
  const token = host.environment['GITHUB_TOKEN'] || host.environment['GH_TOKEN'] || null;
  const shared = { api_url, repository, timeout_ms, ...(signal === undefined ? {} : { signal }) };
  const chosen = {
    repository: { owner: repository.owner, name: repository.name },
    head_owner: remote?.owner ?? repository.owner,
    api_url,
    token,
  };
  if (token !== null) {
    // the token of one host is no password for another
    const isOwn = remote?.origin?.startsWith('https:') === true && remote.host === hostnameOf(api_url);
    const credential = isOwn ? { origin: remote.origin ?? '', token } : null;
    return { ...chosen, credential, open: () => openGithub({ ...shared, token }) };
  }
  const gh = await findProgram('gh', host.environment['PATH'] ?? '');
  if (gh === undefined)
    throw new AssayError(
      'unauthorized',
      'expected a token in GITHUB_TOKEN or GH_TOKEN, or the gh program on the PATH, found neither',
    );
  const hostname = hostOf(api_url);
  const fetch = createGhFetch({ program: gh.path, hostname, api_url, host, timeout_ms });
  return {
    ...chosen,
    credential: null,
    open: () => openGithub({ ...shared, token, fetch }),
  };
}

function describeUnnamed({ address, repo }: ChooseGithubOptions): string {
  if (repo !== undefined) return `expected --repo OWNER/NAME, found ${repo}`;
  // a remote that is not there stands for its own address
  if (/^[\w.-]+$/.test(address))
    return `expected a remote called ${address}, found none; \`git remote add ${address} URL\` makes it, --remote names another`;
  return 'expected a remote on GitHub, found one whose address names no repository; give --repo OWNER/NAME';
}

// a token goes to no host that its owner did not name
function findApi({ github_url, host, repo }: ChooseGithubOptions, remote: RemoteAddress | undefined): string {
  const named = github_url ?? (host.environment['GITHUB_API_URL'] || undefined);
  if (named === undefined && remote !== undefined && remote.host !== 'github.com')
    throw new AssayError(
      'usage',
      `expected --github-url for a remote on ${remote.host}, found none; GitHub Enterprise has its API at https://${remote.host}/api/v3`,
    );
  const url = named ?? PUBLIC_API;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname));
  if (parsed === undefined || !isSafe || parsed.username !== '' || parsed.search !== '')
    throw new AssayError('usage', 'expected the address of the GitHub API to be an https URL without credentials');
  // the pull request would be looked for in a repository of the same name elsewhere
  const isElsewhere = remote !== undefined && remote.host !== hostnameOf(url);
  if (repo === undefined && isElsewhere && !isLoopback(parsed.hostname))
    throw new AssayError(
      'usage',
      `expected the API of ${remote.host}, found ${url}; give --github-url, or --repo OWNER/NAME of where the pull request goes`,
    );
  return url;
}

const hostOf = (api_url: string): string => new URL(api_url).host.replace(/^api\.(?=github\.com$|.+\.ghe\.com$)/, '');

const hostnameOf = (api_url: string): string => hostOf(api_url).replace(/:\d+$/, '');

const isLoopback = (hostname: string): boolean => /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname);
