import type { AgentId, DsseEnvelope, OrganizationId, ReputationStatement } from '@assay/schema';
import { describePublicReputation } from '../reputation/describe-reputation.ts';
import type { Store } from '../store/store.ts';
import type { Agent } from '../store/tables/agents/agents.ts';
import { digestWindow } from './digest-window.ts';
import { signStatement } from './sign-statement.ts';
import { getSigner } from './signing-key.ts';
import { validityPeriod } from './validity.ts';

interface Attested {
  readonly organization_id: OrganizationId;
  readonly agent_id: AgentId;
  readonly agent: Agent | undefined;
  readonly now: number;
}

/** Attests the public reputation of an agent. */
export async function attestReputation(
  store: Pick<Store, 'evaluations' | 'signing_keys'>,
  { organization_id, agent_id, agent, now }: Attested,
): Promise<DsseEnvelope> {
  const window = {
    from_seq: agent?.window_start_seq ?? 0,
    to_seq: agent?.seq ?? 0,
    n: agent?.n ?? 0,
  };
  // the log is append-only, so the window of the agent just read still exists
  const evaluations =
    window.n === 0 ? [] : await store.evaluations.listWindow(organization_id, { agent_id, ...window });
  const statement: ReputationStatement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `agent:${organization_id}/${agent_id}`, digest: { sha256: digestWindow(evaluations) } }],
    predicateType: 'urn:assay:attestation:reputation:v1',
    predicate: { organization_id, ...validityPeriod(now), ...describe({ agent_id, agent, now }), window },
  };
  return signStatement(statement, await getSigner(store));
}

type Issue = 'organization_id' | 'issued_at' | 'expires_at' | 'window';
type WithoutIssue<Predicate> = Predicate extends unknown ? Omit<Predicate, Issue> : never;

function describe(described: Omit<Attested, 'organization_id'>): WithoutIssue<ReputationStatement['predicate']> {
  const reputation = describePublicReputation(described);
  if (reputation.score === null) return reputation;
  const { public: _, stale: __, window_size: ___, avg_latency_ms: ____, ...vouched } = reputation;
  return { ...vouched, last_evaluated_at: described.agent?.last_evaluated_at as string };
}
