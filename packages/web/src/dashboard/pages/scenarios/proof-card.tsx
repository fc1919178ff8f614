import type { TaskProof } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { ResultWord } from '../../../shared/cards/run/result-word.tsx';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Loaded } from '../../states/loaded.tsx';
import { describeProof, describeTrial, type ProofMessage, type ProofTrial, trialRequirement } from './proof-words.ts';
import { useProofEvents } from './use-proof-events.ts';

/** The proof of a task: its state, its trials, and the button to start it. Requires a workspace. */
export function ProofCard({ task_id }: { task_id: string }) {
  const workspace_id = useWorkspace()?.workspace_id;
  return workspace_id === undefined ? null : <LiveProof task_id={task_id} workspace_id={workspace_id} />;
}

function LiveProof({ task_id, workspace_id }: { task_id: string; workspace_id: string }) {
  useProofEvents(task_id, workspace_id);
  const proof = useQuery({
    ...ask('getTaskProof', { task_id }),
  });
  const prove = useAction({
    act: () => api.proveTask({ task_id, workspace_id }),
    changes: ['getTaskProof', 'runs', 'listRuns'],
  });
  const mayWrite = useCanWrite();
  // a task that cannot be proven, for example without an oracle, needs no runs
  const isHopeless = proof.data?.proven === false && proof.data.yardsticks.every(({ run_id }) => run_id === null);
  return (
    <Card
      title="Proof"
      aside={
        mayWrite ? (
          <button
            type="button"
            disabled={prove.isPending || isHopeless}
            title="The oracle must pass; doing nothing and every known cheat must not"
            onClick={() => prove.mutate()}
          >
            Prove task
          </button>
        ) : null
      }
    >
      <ActionError error={prove.error} />
      <Loaded query={proof} what="the proof" lines={2}>
        {(known) => <Proof proof={known} />}
      </Loaded>
    </Card>
  );
}

function Proof({ proof }: { proof: TaskProof }) {
  const told = describeProof(proof);
  return (
    <>
      <p className="proof-line" role="status">
        <Word told={told} /> <UntrustedText text={told.sentence} />
      </p>
      {proof.yardsticks.every(({ run_id }) => run_id === null) ? null : (
        <ScrollableTable label="Trials" className="proof-trials">
          <table className="sheet">
            <thead>
              <tr>
                <th scope="col">Trial</th>
                <th scope="col">Result</th>
                <th scope="col">Details</th>
                <th scope="col">Requirement</th>
              </tr>
            </thead>
            <tbody>
              {proof.yardsticks.map((tried) => (
                <TrialRow key={tried.agent} tried={tried} />
              ))}
            </tbody>
          </table>
        </ScrollableTable>
      )}
    </>
  );
}

function TrialRow({ tried }: { tried: ProofTrial }) {
  const { agent, run_id } = tried;
  const told = describeTrial(tried);
  return (
    <tr>
      <th scope="row">
        {run_id === null ? (
          <code>{agent}</code>
        ) : (
          <Link to="/runs/$run_id" params={{ run_id } as never} title="Open run">
            <code>{agent}</code>
          </Link>
        )}{' '}
        <span className="note">{trialRequirement(tried)}</span>
      </th>
      <td>
        {tried.trial?.result === undefined ? null : <ResultWord decided={{ result: tried.trial.result, review: 0 }} />}
      </td>
      <td className="proof-remark">
        <UntrustedText text={told.sentence} />
      </td>
      <td>
        <Word told={told} />
      </td>
    </tr>
  );
}

function Word({ told: { word, tone, live } }: { told: ProofMessage }) {
  return (
    <span className="pill" data-tone={tone} data-live={live || undefined}>
      {word}
    </span>
  );
}
