import { readFile } from 'node:fs/promises';
import { AssayError } from '@assay/schema';
import { at, number, text } from '@assay/schema/json';
import type { Host } from '../../contracts/host.ts';
import { requireApiUrl } from '../propose/choose-github.ts';
import { parseRepository, type RepositoryName } from '../propose/remote-address.ts';

/** The GitHub job that a command runs in. */
export interface GithubJob {
  readonly api_url: string;
  readonly token: string;
  readonly repository: RepositoryName;
  /** Null outside a pull request. */
  readonly pull_request: number | null;
  /** The commit that people see: the head of the pull request, not its merge. */
  readonly commit: string;
}

/** Reads the job from the environment of GitHub Actions. */
export async function readGithubJob({ environment }: Pick<Host, 'environment'>): Promise<GithubJob> {
  const repository = parseRepository(environment['GITHUB_REPOSITORY'] ?? '');
  if (repository === undefined) throw missing('GITHUB_REPOSITORY');
  const token = environment['GITHUB_TOKEN'] || environment['GH_TOKEN'];
  if (!token) throw new AssayError('unauthorized', 'no GitHub access: set GITHUB_TOKEN');
  const event = await readEvent(environment['GITHUB_EVENT_PATH']);
  const commit = text(at(event, 'pull_request', 'head', 'sha')) ?? environment['GITHUB_SHA'];
  if (!commit || !/^[0-9a-f]{40,64}$/.test(commit)) throw missing('GITHUB_SHA');
  const api_url = environment['GITHUB_API_URL'] || 'https://api.github.com';
  requireApiUrl(api_url, 'GitHub');
  const named = /^refs\/pull\/(\d+)\//.exec(environment['GITHUB_REF'] ?? '')?.[1];
  const pull_request = number(at(event, 'pull_request', 'number')) ?? (named === undefined ? null : Number(named));
  return { api_url, token, repository, pull_request, commit };
}

const missing = (name: string): AssayError =>
  new AssayError('usage', `--comment needs a GitHub or GitLab job: ${name} is not set`);

// a job that was started by hand has no event
async function readEvent(path: string | undefined): Promise<unknown> {
  if (!path) return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
