import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { requireApiUrl } from '../propose/choose-github.ts';

/** The GitLab job that a command runs in. */
export interface GitlabJob {
  readonly api_url: string;
  readonly token: string;
  readonly project_id: string;
  readonly project_url: string | null;
  /** Null outside a merge request. */
  readonly merge_request: string | null;
}

/** Reads the job from the environment of GitLab CI. */
export function readGitlabJob({ environment }: Pick<Host, 'environment'>): GitlabJob {
  const { GITLAB_TOKEN: token, CI_API_V4_URL: api_url = '', CI_PROJECT_ID: project_id = '' } = environment;
  if (!token)
    throw new AssayError('unauthorized', 'no GitLab access: set GITLAB_TOKEN; the token of a job may not comment');
  requireApiUrl(api_url, 'GitLab');
  if (!/^\d+$/.test(project_id))
    throw new AssayError('usage', '--comment needs a GitLab job: CI_PROJECT_ID is not set');
  const merge_request = environment['CI_MERGE_REQUEST_IID'] || null;
  if (merge_request !== null && !/^\d+$/.test(merge_request))
    throw new AssayError('usage', 'expected a number in CI_MERGE_REQUEST_IID');
  return { api_url, token, project_id, project_url: environment['CI_PROJECT_URL'] || null, merge_request };
}
