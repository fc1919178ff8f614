import type { RunSummary } from '@assay/schema/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { api } from '../../client/api.ts';
import { ShareButton } from '../../parts/sharing/share-button.tsx';
import { useCanWrite } from '../../session/use-session.ts';

/** Actions on a run: regrade when finished, cancel before. Hidden for read-only keys. */
export function RunActions({ summary: { run_id, status, workspace_id } }: { summary: RunSummary }) {
  const queries = useQueryClient();
  const mayWrite = useCanWrite();
  const [asking, setAsking] = useState(false);
  const settle = () => queries.invalidateQueries({ queryKey: ['run', run_id] });
  const regrade = useMutation({
    mutationFn: () => api.regradeRun({ run_id }),
    onSettled: settle,
  });
  const cancel = useMutation({
    mutationFn: () => api.cancelRun({ run_id }),
    onSettled: settle,
  });
  if (!mayWrite) return null;
  const fault = regrade.error ?? cancel.error;
  return (
    <div className="aside deeds" role="status">
      {fault === null ? null : (
        <span className="refused">
          <UntrustedText text={fault.message} />
        </span>
      )}
      {regrade.isSuccess ? <span className="note">Regraded.</span> : null}
      {status === 'finished' ? <ShareButton workspace_id={workspace_id} target={{ kind: 'run', run_id }} /> : null}
      {status === 'finished' ? (
        <button type="button" disabled={regrade.isPending} onClick={() => regrade.mutate()}>
          {regrade.isPending ? 'Regrading…' : 'Regrade'}
        </button>
      ) : null}
      {status === 'queued' || status === 'running' ? (
        <button
          type="button"
          className={asking ? 'danger' : ''}
          disabled={cancel.isPending}
          onClick={() => (asking ? cancel.mutate() : setAsking(true))}
        >
          {asking ? 'Really cancel this run' : 'Cancel'}
        </button>
      ) : null}
    </div>
  );
}
