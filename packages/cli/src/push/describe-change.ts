import { runGit } from '@assay/detect';
import type { CheckedChange } from '@assay/schema/api';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a checked change comes from: as the CI service says, otherwise as the repository does. */
export async function describeChange(folder: string, environment: Environment): Promise<CheckedChange> {
  const known = readGithub(environment) ?? readGitlab(environment);
  if (known !== null) return known;
  const ask = async (...command: string[]): Promise<string | null> => {
    const { exit_code, stdout } = await runGit(command, { cwd: folder }).catch(() => ({ exit_code: 1, stdout: '' }));
    return exit_code === 0 ? stdout.toString().trim() || null : null;
  };
  return {
    repository: repositoryName((await ask('config', '--get', 'remote.origin.url')) ?? ''),
    branch: await ask('symbolic-ref', '--short', 'HEAD'),
    commit: await ask('rev-parse', '--verify', 'HEAD'),
    pull_request: null,
  };
}

/** `acme/shop`, without host and credentials. */
export const repositoryName = (url: string): string | null =>
  /[:/]([^/:@]+\/[^/:@]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? null;

function readGithub(environment: Environment): CheckedChange | null {
  const repository = environment['GITHUB_REPOSITORY'];
  if (!repository) return null;
  const number = /^refs\/pull\/(\d+)\//.exec(environment['GITHUB_REF'] ?? '')?.[1];
  return {
    repository,
    branch: environment['GITHUB_HEAD_REF'] || environment['GITHUB_REF_NAME'] || null,
    commit: environment['GITHUB_SHA'] || null,
    pull_request:
      number === undefined
        ? null
        : `${environment['GITHUB_SERVER_URL'] || 'https://github.com'}/${repository}/pull/${number}`,
  };
}

function readGitlab(environment: Environment): CheckedChange | null {
  const repository = environment['CI_PROJECT_PATH'];
  if (!repository) return null;
  const [request, project] = [environment['CI_MERGE_REQUEST_IID'], environment['CI_PROJECT_URL']];
  return {
    repository,
    branch: environment['CI_COMMIT_REF_NAME'] || null,
    commit: environment['CI_COMMIT_SHA'] || null,
    pull_request: request && project ? `${project}/-/merge_requests/${request}` : null,
  };
}
