import { findSecrets, quotePath } from '@assay/detect';
import type { RunChange } from './read-run-change.ts';

// forges run these as soon as they are pushed, with the rights of the repository and before anyone has looked
const RUNS_WHEN_PUSHED =
  /^(\.github\/(workflows|actions)\/|\.gitlab-ci\.yml$|\.gitlab\/|\.circleci\/|\.buildkite\/|\.woodpecker|\.forgejo\/|\.gitea\/|\.travis\.yml$|azure-pipelines\.yml$|bitbucket-pipelines\.yml$|Jenkinsfile$)/i;

/** Why the change of an agent must be looked at by a person before it leaves this machine; null if nothing speaks against it. */
export function whyNotPushed(changes: readonly RunChange[]): string | null {
  const running = changes.find(({ path }) => RUNS_WHEN_PUSHED.test(path));
  if (running !== undefined)
    return `the change touches ${quotePath(running.path)}, which runs with the rights of the repository as soon as it is pushed`;
  const texts = new Map(
    changes.map(({ path, file, before }) => [
      path,
      { before: before?.toString() ?? null, after: file?.content.toString() ?? null },
    ]),
  );
  const [secret] = findSecrets(texts).findings;
  return secret === undefined
    ? null
    : `the change holds what looks like a secret (${secret.rule}) in ${quotePath(secret.path)}`;
}
