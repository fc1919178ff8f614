import './share.css';
import type { SharedView } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { describeProblem } from '../../client/request-problem.ts';
import { Logo } from '../../parts/logo.tsx';
import { SharedContext } from '../../parts/sharing/shared.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Loading } from '../../states/loading.tsx';
import { Compared } from '../compare/comparison-page.tsx';
import { Matrix } from '../compare/matrix-card.tsx';
import { readSharedMatrix } from '../compare/matrix-state.ts';
import { SharedRun } from './shared-run.tsx';
import { useShareToken } from './use-share-token.ts';

/** What a link shows, for people without a session. */
export function SharePage() {
  const token = useShareToken();
  const { data, error } = useQuery({ ...ask('getShared', {}), enabled: token !== '', retry: false });
  return (
    <div className="share">
      <title>Shared · Assay</title>
      <meta name="robots" content="noindex" />
      <header className="share-bar">
        <Logo />
        {data === undefined ? null : <p className="note">{tellShared(data)}</p>}
      </header>
      <main>
        {token === '' ? (
          <Ended reason="This link is incomplete. Copy all of it." />
        ) : error !== null ? (
          <Ended reason={describeProblem(error)} />
        ) : data === undefined ? (
          <Loading what="what was shared" lines={8} />
        ) : (
          <SharedContext value={true}>
            <Shared shared={data} />
          </SharedContext>
        )}
      </main>
    </div>
  );
}

function Shared({ shared: { target } }: { shared: SharedView }) {
  switch (target.kind) {
    case 'run':
      return <SharedRun run_id={target.run_id} />;
    case 'comparison':
      return <SharedComparison comparison_id={target.comparison_id} />;
    case 'matrix':
      return <SharedMatrix workspace_id={target.workspace_id} query={target.query} />;
  }
}

function Ended({ reason }: { reason: string }) {
  return (
    <div className="empty">
      <h1 className="empty-title">This link does not work</h1>
      <p role="alert">
        <UntrustedText text={reason} />
      </p>
    </div>
  );
}

function tellShared({ shared_by, organization, expires_at }: SharedView): string {
  const who =
    shared_by === null ? visibleLine(organization) : `${visibleLine(shared_by)} (${visibleLine(organization)})`;
  return `Shared read-only by ${who}${expires_at === null ? '' : ` until ${formatInstant(expires_at)}`}`;
}

/** A comparison without its pull request, and without links to its runs. */
function SharedComparison({ comparison_id }: { comparison_id: string }) {
  const asked = useQuery(ask('getComparison', { comparison_id }));
  return (
    <Loaded query={asked} what="the comparison" lines={10}>
      {(comparison) => <Compared comparison={comparison} />}
    </Loaded>
  );
}

import '../compare/compare.css';

interface Props {
  readonly workspace_id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The matrix as it was shared: it can be sorted, but columns cannot be picked. The server applies the stored query. */
function SharedMatrix({ workspace_id, query }: Props) {
  const [state, setState] = useState(() => readSharedMatrix(query));
  return (
    <>
      <h1 className="unseen">Agents and scenarios</h1>
      <Matrix
        workspace_id={workspace_id}
        state={state}
        change={({ sort = state.sort, order = state.order }) => setState({ ...state, sort, order })}
      />
    </>
  );
}
