import type { ReputationReading } from '@assay/schema';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatJson } from '../../../shared/format.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { CopyableText } from '../../parts/copyable-text.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useSession } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';

/** What can be shared about an agent: a badge for pages, a signed statement for programs. */
export function ShareCard({ reading }: { reading: ReputationReading }) {
  const { organization_id, scopes } = useSession();
  const path = `/v1/reputation/${encodeURIComponent(reading.agent_id)}`;
  const badge = `${window.location.origin}${path}/badge.svg?organization_id=${organization_id}`;
  return (
    <Card title="Share" aside={scopes.includes('admin') ? <PublicSwitch reading={reading} /> : null}>
      <div className="proofs">
        <section>
          <h3>Badge</h3>
          <img key={reading.seq} src={`${path}/badge.svg?organization_id=${organization_id}`} alt="Current badge" />
          <CopyableText text={`![Assay reputation](${badge})`} what="the badge as Markdown" />
          <p className="note">
            {reading.public
              ? 'Anyone with the URL can see it. Below 50 evaluations it shows only their number.'
              : 'Make the reputation public to show it to others.'}
          </p>
        </section>
        <section>
          <h3>Attestation</h3>
          <Attestation agent_id={reading.agent_id} seq={reading.seq} />
        </section>
      </div>
    </Card>
  );
}

function Attestation({ agent_id, seq }: { agent_id: string; seq: number }) {
  const asked = useQuery({
    queryKey: ['getAttestation', { agent_id }, seq],
    queryFn: ({ signal }) => api.getAttestation({ agent_id }, { signal }),
  });
  return (
    <Loaded query={asked} what="the attestation" missing={<p className="note">No attestation yet.</p>}>
      {(envelope) => (
        <>
          <CopyableText text={formatJson(envelope, 2)} what="the attestation" />
          <p className="note">
            A signed statement of the reputation, valid for 30 days. <code>assay verify FILE</code> checks it, even
            offline.
          </p>
        </>
      )}
    </Loaded>
  );
}

function PublicSwitch({ reading }: { reading: ReputationReading }) {
  const change = useAction({
    act: (isPublic: boolean) => api.updateAgent({ agent_id: reading.agent_id, public: isPublic }),
    changes: ['getReputation', 'listAgents'],
  });
  return (
    <span>
      <label className="check">
        <input
          type="checkbox"
          checked={reading.public}
          disabled={change.isPending || reading.seq === 0}
          onChange={(event) => change.mutate(event.target.checked)}
        />
        Public
      </label>
      <ActionError error={change.error} />
    </span>
  );
}
