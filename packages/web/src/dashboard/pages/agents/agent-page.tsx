import '../../../shared/styles/head.css';
import './agents.css';
import type { ReputationReading } from '@assay/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { Loaded } from '../../states/loaded.tsx';
import { agentFacts } from './agent-facts.ts';
import { ComponentsCard } from './components-card.tsx';
import { EvaluationsCard } from './evaluations-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { ReputationDial } from './reputation-dial.tsx';
import { ShareCard } from './share-card.tsx';

/** One agent: its reputation, score components, history, evaluations, badge and attestation. */
export function AgentPage() {
  const { agent_id = '' } = useParams({ strict: false }) as { agent_id?: string };
  const asked = useQuery({
    queryKey: ['getReputation', { agent_id }],
    // a session belongs to the organization, so the full reading is returned
    queryFn: async ({ signal }) => (await api.getReputation({ agent_id }, { signal })) as ReputationReading,
  });
  return (
    <>
      <title>{`${visibleLine(agent_id)} · Assay`}</title>
      <header className="page-head">
        <h1>
          <bdi>{visibleLine(agent_id)}</bdi>
        </h1>
        <Link to="/agents" className="note">
          All agents
        </Link>
        <Link to="/runs" search={{ agent_id } as never} className="note">
          View runs
        </Link>
      </header>
      <Loaded query={asked} what="the reputation" lines={6}>
        {(reading) => (
          <>
            <div className="standing">
              <Card title="Reputation">
                <div className="standing-body">
                  <ReputationDial reading={reading} />
                  <FactList facts={agentFacts(reading)} />
                </div>
              </Card>
              <ComponentsCard reading={reading} />
            </div>
            <HistoryCard agent_id={agent_id} ranked={reading.score !== null} />
            <EvaluationsCard agent_id={agent_id} />
            <ShareCard reading={reading} />
          </>
        )}
      </Loaded>
    </>
  );
}
