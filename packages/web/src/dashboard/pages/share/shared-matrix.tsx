import '../compare/compare.css';
import { useState } from 'react';
import { Matrix } from '../compare/matrix-card.tsx';
import { readSharedMatrix } from '../compare/matrix-state.ts';

interface Props {
  readonly workspace_id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The matrix as it was shared: it can be sorted, but columns cannot be picked. The server applies the stored query. */
export function SharedMatrix({ workspace_id, query }: Props) {
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
