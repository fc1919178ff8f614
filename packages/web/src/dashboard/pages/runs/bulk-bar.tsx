import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatCount, formatNoun } from '../../../shared/format.ts';
import { api } from '../../client/api.ts';

type Action = 'regrade' | 'cancel';

type State =
  | { readonly status: 'idle' }
  | { readonly status: 'asking'; readonly deed: Action }
  | { readonly status: 'doing'; readonly deed: Action; readonly done: number }
  | { readonly status: 'done'; readonly deed: Action; readonly done: number; readonly refusals: readonly string[] };

// concurrent requests: enough to be fast without starving other clients
const AT_ONCE = 4;

/** Actions on the selected runs, with progress and the reasons of failures. */
export function BulkBar({ chosen, clear }: { chosen: ReadonlySet<string>; clear: () => void }) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const queries = useQueryClient();
  const act = async (deed: Action) => {
    const left = [...chosen];
    const refusals: string[] = [];
    let done = 0;
    setState({ status: 'doing', deed, done });
    const work = async () => {
      for (let run_id = left.pop(); run_id !== undefined; run_id = left.pop()) {
        try {
          await DEEDS[deed](run_id);
        } catch (fault) {
          refusals.push(fault instanceof Error ? fault.message : String(fault));
        }
        done++;
        setState({ status: 'doing', deed, done });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setState({ status: 'done', deed, done, refusals });
    clear();
    await queries.invalidateQueries({ queryKey: ['runs'] });
  };
  if (chosen.size === 0 && state.status !== 'done') return null;
  return (
    <div className="bulk" role="status">
      {chosen.size === 0 ? null : <b>{formatNoun(chosen.size, 'run')} selected</b>}
      <Report state={state} of={chosen.size} />
      {chosen.size === 0 || state.status === 'doing' ? null : (
        <>
          <button type="button" onClick={() => void act('regrade')}>
            Regrade
          </button>
          {state.status === 'asking' ? (
            <button type="button" className="danger" onClick={() => void act('cancel')}>
              Really cancel {formatNoun(chosen.size, 'run')}
            </button>
          ) : (
            <button type="button" onClick={() => setState({ status: 'asking', deed: 'cancel' })}>
              Cancel
            </button>
          )}
        </>
      )}
      {state.status === 'doing' ? null : (
        <button
          type="button"
          className="plain"
          onClick={() => {
            setState({ status: 'idle' });
            clear();
          }}
        >
          {chosen.size === 0 ? 'Dismiss' : 'Clear selection'}
        </button>
      )}
    </div>
  );
}

const DEEDS: Readonly<Record<Action, (run_id: string) => Promise<unknown>>> = {
  regrade: (run_id) => api.regradeRun({ run_id }),
  cancel: (run_id) => api.cancelRun({ run_id }),
};

function Report({ state, of }: { state: State; of: number }) {
  switch (state.status) {
    case 'idle':
    case 'asking':
      return null;
    case 'doing':
      return (
        <span>
          {state.deed}: {formatCount(state.done)} of {formatCount(of)}
        </span>
      );
    case 'done':
      return (
        <span>
          {PAST[state.deed]}: {formatCount(state.done - state.refusals.length)}
          {state.refusals.length === 0 ? null : (
            <>
              , failed: {formatCount(state.refusals.length)}{' '}
              <UntrustedText text={`(${[...new Set(state.refusals)].join('; ')})`} />
            </>
          )}
        </span>
      );
  }
}

const PAST: Readonly<Record<Action, string>> = { regrade: 'regraded', cancel: 'cancelled' };
