import type { StoredComparison } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { useCanWrite } from '../../session/use-session.ts';
import { LinkPullRequest } from './link-pull-request.tsx';
import { OpenPullRequest } from './open-pull-request.tsx';
import { PullRequestLink } from './pull-request-link.tsx';

/** The pull request of a comparison, or the controls to open one. */
export function PullRequestCard({ comparison }: { comparison: StoredComparison }) {
  const { comparison_id, pull_request } = comparison;
  const mayWrite = useCanWrite();
  return (
    <Card title="Pull request">
      {pull_request === null ? (
        <OpenPullRequest comparison_id={comparison_id} />
      ) : (
        <p>
          <PullRequestLink pull_request={pull_request} />
        </p>
      )}
      {mayWrite ? <LinkPullRequest comparison={comparison} /> : null}
    </Card>
  );
}
