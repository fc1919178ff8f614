import type { PullRequestPlan } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { CopyableText } from '../../parts/copyable-text.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useSession } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';

/** Shows what opening the pull request would do, or everything that blocks it. */
export function OpenPullRequest({ comparison_id }: { comparison_id: string }) {
  const asked = useQuery({
    ...ask('getComparisonPullRequest', { comparison_id }),
    // work trees and credentials change without an event
    staleTime: 0,
  });
  return (
    <Loaded query={asked} what="the pull request plan" lines={3}>
      {(plan) => (
        <div className="open-pull-request">
          {plan.can_open ? <Opening plan={plan} comparison_id={comparison_id} /> : <Blocked blockers={plan.blockers} />}
          <Elsewhere plan={plan} />
        </div>
      )}
    </Loaded>
  );
}

function Opening({ plan: { proposal }, comparison_id }: { plan: PullRequestPlan; comparison_id: string }) {
  const isAdmin = useSession().scopes.includes('admin');
  const open = useAction({
    act: () => api.openComparisonPullRequest({ comparison_id }),
    changes: ['getComparison', 'getComparisonPullRequest', 'listComparisons'],
  });
  return (
    <>
      <p>Ready to open.</p>
      {proposal === null ? null : <Proposed proposal={proposal} />}
      {isAdmin ? (
        <div className="form-end">
          <button type="button" className="primary" disabled={open.isPending} onClick={() => open.mutate(undefined)}>
            {open.isPending ? 'Opening…' : 'Open pull request'}
          </button>
          <ActionError error={open.error} />
        </div>
      ) : (
        <p className="note">An admin can open it here.</p>
      )}
    </>
  );
}

function Proposed({ proposal }: { proposal: NonNullable<PullRequestPlan['proposal']> }) {
  const { title, branch, base_branch, repository, diff_stat } = proposal;
  return (
    <details>
      <summary>
        <UntrustedText text={title} />
      </summary>
      <p className="note">
        <UntrustedText text={branch} /> into <UntrustedText text={base_branch ?? 'the default branch'} /> of{' '}
        <UntrustedText text={repository ?? 'the remote repository'} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>
        <UntrustedText text={diff_stat} />
      </pre>
    </details>
  );
}

function Blocked({ blockers }: { blockers: readonly string[] }) {
  return (
    <>
      <p>Blocked:</p>
      <ul className="blockers">
        {blockers.map((blocker) => (
          <li key={blocker}>
            <UntrustedText text={blocker} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Elsewhere({ plan: { can_open, command } }: { plan: PullRequestPlan }) {
  if (can_open) return null;
  if (command === null)
    return (
      <p className="note">
        <code>assay promote --baseline REF --candidate REF</code> compares two commits and opens a pull request if the
        candidate is better.
      </p>
    );
  return (
    <>
      <p className="note">Run this in the project folder; the same rules apply:</p>
      <CopyableText text={command} what="the command" />
    </>
  );
}
