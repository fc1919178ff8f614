import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { findProgram } from '../../machine/processes/find-program.ts';
import { createGhFetch } from './gh-fetch.ts';
import { type Github, openGithub } from './github.ts';
import type { PushCredential } from './operator-git.ts';
import { parseRemote, parseRepository, type RemoteAddress, type RepositoryName } from './remote-address.ts';

export interface ChooseGithubOptions {
  /** The address of the remote; never shown. */
  readonly address: string;
  /** `owner/name` if the pull request goes to another repository, or the address does not name one. */
  readonly repo?: string;
  readonly github_url?: string;
  readonly host: Host;
  readonly timeout_ms: number;
  readonly signal?: AbortSignal;
}

export interface ChosenGithub {
  readonly repository: RepositoryName;
  /** The owner of the branch: differs from the repository's for a fork. */
  readonly head_owner: string;
  readonly api_url: string;
  /** The token for git; null to use git's own credentials. */
  readonly credential: PushCredential | null;
  readonly token: string | null;
  open(): Promise<Github>;
}

const PUBLIC_API = 'https://api.github.com';

/** Decides where to open the pull request and how to reach GitHub; contacts nobody yet. */
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
    // a token must not be sent to another host
    const isOwn = remote?.origin?.startsWith('https:') === true && remote.host === hostnameOf(api_url);
    const credential = isOwn ? { origin: remote.origin ?? '', token } : null;
    return { ...chosen, credential, open: () => openGithub({ ...shared, token }) };
  }
  const gh = await findProgram('gh', host.environment['PATH'] ?? '');
  if (gh === undefined)
    throw new AssayError('unauthorized', 'no GitHub access: set GITHUB_TOKEN or GH_TOKEN, or install the gh program');
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
  // git returns an unknown remote name as its own address
  if (/^[\w.-]+$/.test(address))
    return `there is no remote ${address}; add it with \`git remote add ${address} URL\`, or name another with --remote`;
  return 'the address of the remote names no GitHub repository; use --repo OWNER/NAME';
}

// a token is only sent to a host that its owner named
function findApi({ github_url, host, repo }: ChooseGithubOptions, remote: RemoteAddress | undefined): string {
  const named = github_url ?? (host.environment['GITHUB_API_URL'] || undefined);
  if (named === undefined && remote !== undefined && remote.host !== 'github.com')
    throw new AssayError(
      'usage',
      `a remote on ${remote.host} requires --github-url; for GitHub Enterprise it is https://${remote.host}/api/v3`,
    );
  const url = named ?? PUBLIC_API;
  const parsed = requireApiUrl(url, 'GitHub');
  // otherwise a repository of the same name on another host would be used
  const isElsewhere = remote !== undefined && remote.host !== hostnameOf(url);
  if (repo === undefined && isElsewhere && !isLoopback(parsed.hostname))
    throw new AssayError(
      'usage',
      `expected the API of ${remote.host}, found ${url}; use --github-url, or --repo OWNER/NAME of the target repository`,
    );
  return url;
}

/** Throws unless a token can be sent to this address safely. */
export function requireApiUrl(url: string, forge: 'GitHub' | 'GitLab'): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname));
  if (parsed === undefined || !isSafe || parsed.username !== '' || parsed.search !== '')
    throw new AssayError('usage', `the address of the ${forge} API must be an https URL without credentials`);
  return parsed;
}

const hostOf = (api_url: string): string => new URL(api_url).host.replace(/^api\.(?=github\.com$|.+\.ghe\.com$)/, '');

const hostnameOf = (api_url: string): string => hostOf(api_url).replace(/:\d+$/, '');

const isLoopback = (hostname: string): boolean => /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname);
