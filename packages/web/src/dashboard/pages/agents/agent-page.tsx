import '../../../shared/styles/head.css';
import './agents.css';
import type { ReputationReading } from '@assay/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { formatPercent } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { Loaded } from '../../states/loaded.tsx';
import { agentFacts } from './agent-facts.ts';
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

const PARTS = [
  { name: 'pass_rate', title: 'Pass rate', about: 'share of the window that passed' },
  { name: 'latency_score', title: 'Latency', about: 'how far below the reference latency' },
  { name: 'streak_score', title: 'Streak', about: 'passes in a row, up to 50' },
  { name: 'volume_score', title: 'Volume', about: 'evaluations in the window of 500' },
] as const;

/** The four components of the score, each from 0 to 100%. None without a score. */
function ComponentsCard({ reading: { components, formula, formula_version } }: { reading: ReputationReading }) {
  if (components === null) return null;
  return (
    <Card title="Score components" aside={<span className="note">{`${formula} ${formula_version}`}</span>}>
      <ul className="components">
        {PARTS.map(({ name, title, about }) => (
          <li key={name}>
            <p className="component-head">
              <b>{title}</b> <span className="note">{about}</span>
              <output>{formatPercent(components[name])}</output>
            </p>
            <svg className="component-bar" aria-hidden="true">
              <rect className="component-track" width="100%" height="100%" rx="4" />
              <rect className="component-fill" width={formatPercent(components[name])} height="100%" rx="4" />
            </svg>
          </li>
        ))}
      </ul>
    </Card>
  );
}
