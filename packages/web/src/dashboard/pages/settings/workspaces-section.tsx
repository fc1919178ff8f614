import type { Workspace } from '@assay/schema/api';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCents, formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { type SortChoice, SortedList } from '../../parts/sorting/sorted-list.tsx';
import { useAction } from '../../parts/use-action.ts';
import { readSearchText, type Search } from '../../search.ts';
import { useIsAdmin } from './use-is-admin.ts';
import { EMPTY_DRAFT, type WorkspaceDraft, workspaceBody, workspaceDraft } from './workspace-draft.ts';
import { WorkspaceForm } from './workspace-form.tsx';

// the session lists the workspaces to choose from
const CHANGES = ['listWorkspaces', 'session'] as const;

const CHOICES: readonly [SortChoice<Workspace>, ...SortChoice<Workspace>[]] = [
  { id: 'created', title: 'oldest first', read: ({ workspace_id }) => workspace_id, first: 'asc' },
  { id: 'name', title: 'name', read: ({ name }) => name, first: 'asc' },
  { id: 'budget', title: 'budget', read: ({ budget_usd_micros }) => budget_usd_micros, first: 'desc' },
];

/** The workspaces with their settings, and the form to create one. */
export function WorkspacesSection() {
  const workspaces = usePages('listWorkspaces', { limit: 200 });
  const isAdmin = useIsAdmin();
  return (
    <>
      <Card title="Workspaces">
        <Paged
          pages={workspaces}
          what="the workspaces"
          empty={<p className="note">No workspaces yet. Runs are stored in workspaces.</p>}
        >
          {(items) => (
            <SortedList choices={CHOICES} rows={items} rest={workspaces}>
              {(workspace) => <WorkspaceRow key={workspace.workspace_id} workspace={workspace} />}
            </SortedList>
          )}
        </Paged>
      </Card>
      {isAdmin ? <NewWorkspace /> : null}
    </>
  );
}

function WorkspaceRow({ workspace }: { workspace: Workspace }) {
  const { workspace_id, name } = workspace;
  const search = useSearch({ strict: false }) as Search;
  const opened = readSearchText(search, 'open') === workspace_id;
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const save = useAction({
    act: (draft: WorkspaceDraft) => api.updateWorkspace({ workspace_id, ...workspaceBody(draft) } as never),
    changes: CHANGES,
  });
  const toggle = (isOpen: boolean) =>
    isOpen === opened
      ? undefined
      : void navigate({
          to: '.',
          search: { ...search, open: isOpen ? workspace_id : undefined } as never,
          replace: true,
        });
  return (
    <details className="setting" open={opened} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        <b>
          <bdi>{visibleLine(name)}</bdi>
        </b>
        <span className="note">{tellSettings(workspace)}</span>
        {save.isSuccess ? (
          <span className="pill" data-tone="good" role="status">
            saved
          </span>
        ) : null}
      </summary>
      <div className="setting-inside">
        <p className="note">
          <code>{workspace_id}</code>
        </p>
        <WorkspaceForm
          key={JSON.stringify(workspace)}
          first={workspaceDraft(workspace)}
          save="Save"
          busy={save.isPending}
          error={save.error}
          submit={isAdmin ? save.mutate : null}
        />
      </div>
    </details>
  );
}

const tellSettings = (workspace: Workspace): string => {
  const { judge, weights, prices, budget_usd_micros, evidence_retention_days, concurrency_limit } = workspace;
  return [
    judge === null ? 'default judge' : `judge ${judge.use}`,
    weights === null ? 'default weights' : 'custom weights',
    ...(prices === null ? [] : ['custom prices']),
    ...(budget_usd_micros === null ? [] : [`budget ${formatCents(budget_usd_micros / 1_000_000)} per month`]),
    evidence_retention_days === null
      ? 'evidence stored without limit'
      : `evidence stored for ${formatNoun(evidence_retention_days, 'day')}`,
    concurrency_limit === null ? 'no concurrency limit' : formatNoun(concurrency_limit, 'concurrent run'),
  ].join(' · ');
};

function NewWorkspace() {
  const [made, setMade] = useState(0);
  const create = useAction({
    act: (draft: WorkspaceDraft) => api.createWorkspace(workspaceBody(draft) as never),
    changes: CHANGES,
    done: () => setMade(made + 1),
  });
  return (
    <Card title="New workspace">
      <WorkspaceForm
        key={made}
        first={EMPTY_DRAFT}
        save="Create workspace"
        busy={create.isPending}
        error={create.error}
        submit={create.mutate}
      />
    </Card>
  );
}
