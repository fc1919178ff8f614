import './matrix.css';
import type { RunSummary } from '@assay/schema/api';
import { type ComparedRow, listComparedTasks } from '@assay/scoring';
import type { Answer } from '@assay/sdk/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { ask } from '../../client/api.ts';
import { type Listener, useServerEvents } from '../../live.ts';
import { Choices } from '../../parts/choices.tsx';
import { ShareButton } from '../../parts/sharing/share-button.tsx';
import { useIsShared } from '../../parts/sharing/shared.tsx';
import type { Search } from '../../search.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { DataExtent } from '../explorer/data-extent.tsx';
import { arrangeMatrix, keepPlaces, type MatrixView } from './matrix-rows.ts';
import { type MatrixState, readMatrixState, writeMatrixState, writeSharedMatrix } from './matrix-state.ts';
import { MatrixTable } from './matrix-table.tsx';
import { PairVerdict } from './pair-verdict.tsx';

const COLUMNS = [
  { id: 'agent', title: 'Agents' },
  { id: 'label', title: 'Labels' },
] as const;

/** Scenarios by agents or labels, and the answer for two of them. */
export function MatrixCard({ workspace_id }: { workspace_id: string }) {
  const [state, change] = useMatrixState();
  useMatrixEvents(workspace_id);
  return <Matrix workspace_id={workspace_id} state={state} change={change} />;
}

interface Props {
  readonly workspace_id: string;
  readonly state: MatrixState;
  readonly change: (some: Partial<MatrixState>) => void;
}

/** The matrix in a state. Who has only a share link sees it as it was shared. */
export function Matrix({ workspace_id, state, change }: Props) {
  const isShared = useIsShared();
  const { columns } = state;
  const matrix = useQuery(ask('getRunMatrix', { workspace_id, columns } as never));
  const [baseline = '', candidate = ''] = state.picked;
  const preview = useQuery({
    ...ask('previewComparison', { workspace_id, columns, baseline, candidate } as never),
    enabled: candidate !== '',
  });
  const outcomes = useMemo(
    () =>
      candidate === '' || preview.data === undefined
        ? undefined
        : Map.groupBy(listComparedTasks(preview.data), (row) => row.task?.scenario ?? row.task_id),
    [candidate, preview.data],
  );
  return (
    <>
      {isShared && candidate === '' ? null : (
        <PairVerdict
          workspace_id={workspace_id}
          picked={state.picked}
          preview={preview}
          swap={() => change({ picked: state.picked.toReversed() })}
        />
      )}
      <Card
        title="Pass rate by scenario"
        aside={
          isShared ? null : (
            <>
              <Choices
                label="Columns"
                choices={COLUMNS}
                chosen={columns}
                choose={(id) => change({ columns: id, picked: [], sort: null })}
              />
              <ShareButton
                workspace_id={workspace_id}
                target={{ kind: 'matrix', workspace_id, query: writeSharedMatrix(state) }}
              />
            </>
          )
        }
      >
        <Loaded query={matrix} what="the matrix" lines={8}>
          {(answer) => <Drawn answer={answer} state={state} change={change} outcomes={outcomes} />}
        </Loaded>
      </Card>
    </>
  );
}

interface DrawnProps extends Pick<Props, 'state' | 'change'> {
  readonly answer: Answer<'getRunMatrix'>;
  readonly outcomes: ReadonlyMap<string, readonly ComparedRow[]> | undefined;
}

function Drawn({ answer, state, change, outcomes }: DrawnProps) {
  const view = useKeptPlaces(arrangeMatrix(answer, state), state);
  if (view.rows.length === 0) return <NoRuns columns={state.columns} />;
  return (
    <>
      <MatrixTable view={view} state={state} change={change} outcomes={outcomes} />
      <p className="note">
        A cell has the pass rate with its 95 % interval, passed runs of those that passed, failed or were tampered with,
        mean cost and time per run, and the newest results.
        {outcomes === undefined
          ? ''
          : ' Below a scenario: how the candidate did by the composite of checks, judge and cost.'}
        {view.hidden === 0 ? '' : ` ${formatNoun(view.hidden, 'column')} with fewer runs not shown.`}
      </p>
      <DataExtent extent={answer} />
    </>
  );
}

function NoRuns({ columns }: Pick<MatrixState, 'columns'>) {
  return columns === 'agent' ? (
    <Empty title="No finished runs yet">
      <p className="note">
        Run two agents on the same scenarios: <code>assay run --agent claude-code,codex --repeat 5 --push</code>
      </p>
    </Empty>
  ) : (
    <Empty title="No labels yet">
      <p className="note">
        Label runs with <code>assay run --label NAME</code>.
      </p>
    </Empty>
  );
}

/** The state in the URL, and a function that changes some of it. */
function useMatrixState(): [MatrixState, (some: Partial<MatrixState>) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const state = readMatrixState(search);
  // of the list below
  const { comparisons_sort, comparisons_order } = search;
  const change = (some: Partial<MatrixState>) =>
    void navigate({
      to: '/compare',
      search: { ...writeMatrixState({ ...state, ...some }), comparisons_sort, comparisons_order } as never,
      replace: true,
      resetScroll: false,
    });
  return [state, change];
}

/** The view with rows and columns where they were: new results do not move what someone reads. */
function useKeptPlaces(view: MatrixView, { columns, sort, order }: MatrixState): MatrixView {
  const arrangement = JSON.stringify([columns, sort, order]);
  const drawn = useRef<{ readonly arrangement: string; readonly view: MatrixView }>(null);
  const kept = drawn.current?.arrangement === arrangement ? keepPlaces(view, drawn.current.view) : view;
  useEffect(() => {
    drawn.current = { arrangement, view: kept };
  });
  return kept;
}

// runs often end together, and the matrix of a large workspace takes a while
const GATHER_MS = 2_000;
const QUERIES = ['getRunMatrix', 'previewComparison'] as const;

/** Fetches the matrix and its verdict again after runs have ended, at most every two seconds. */
function useMatrixEvents(workspace_id: string): void {
  const queries = useQueryClient();
  const { listener, stop } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const name of QUERIES) void queries.invalidateQueries({ queryKey: [name] });
    };
    const soon = () => {
      timer ??= setTimeout(refresh, GATHER_MS);
    };
    const made: Listener = {
      run: ({ status }: RunSummary) => (status === 'queued' || status === 'running' ? undefined : soon()),
      resync: soon,
    };
    return { listener: made, stop: () => clearTimeout(timer) };
  }, [queries]);
  useEffect(() => stop, [stop]);
  useServerEvents(workspace_id, listener);
}
