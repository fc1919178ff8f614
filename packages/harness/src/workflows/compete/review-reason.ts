import { findSecrets, quotePath } from '@assay/detect';
import type { RunChange } from './read-run-change.ts';

// forges run these on push, with the permissions of the repository and before a review
const RUNS_WHEN_PUSHED =
  /^(\.github\/(workflows|actions)\/|\.gitlab-ci\.yml$|\.gitlab\/|\.circleci\/|\.buildkite\/|\.woodpecker|\.forgejo\/|\.gitea\/|\.travis\.yml$|azure-pipelines\.yml$|bitbucket-pipelines\.yml$|Jenkinsfile$)/i;

/** Why a person must review an agent's change before it leaves this machine; null if there is no reason. */
export function reviewReason(changes: readonly RunChange[]): string | null {
  const running = changes.find(({ path }) => RUNS_WHEN_PUSHED.test(path));
  if (running !== undefined)
    return `the change touches ${quotePath(running.path)}, which runs with the permissions of the repository as soon as it is pushed`;
  const texts = new Map(
    changes.map(({ path, file, before }) => [
      path,
      { before: before?.toString() ?? null, after: file?.content.toString() ?? null },
    ]),
  );
  const [secret] = findSecrets(texts).findings;
  return secret === undefined
    ? null
    : `the change contains what looks like a secret (${secret.rule}) in ${quotePath(secret.path)}`;
}
