import type { Evaluation, EvaluationId, OrganizationId, ReputationState } from '@assay/schema';
import type { WebhookMessage } from '@assay/schema/api';
import { showReputationState } from '@assay/scoring';
import { z } from 'zod';
import type { Connection } from '../sql/connection.ts';
import { createStoreId, createUuid, formatId, toUuid } from '../sql/ids.ts';
import { json, query, sanitizeText } from '../sql/sql.ts';
import type { AgentCache } from './agent-cache.ts';
import { type AgentKey, agentKey, formatAgentKey } from './agent-key.ts';
import { createReputationTracker, type ReputationTracker } from './agent-state.ts';
import { answerRow, type Idempotency } from './answered-requests.ts';
import { listOrganizationIds, lockAgents, type ReadAgent, readAgents, type WantedAgent } from './read-agents.ts';
import { createWebhookEventCollector, type WebhookEventCollector } from './webhook-event-collector.ts';
import { writeEvaluations } from './write-evaluations.ts';

type WithoutServerFields<T> = T extends unknown ? Omit<T, 'evaluation_id' | 'seq' | 'accepted_at'> : never;
/** An evaluation without the fields the server adds: id, sequence number and time. */
export type NewEvaluation = WithoutServerFields<Evaluation>;

/** An evaluation to append, with its Idempotency-Key, if any. */
export interface AppendRequest {
  readonly organization_id: OrganizationId;
  readonly evaluation: NewEvaluation;
  readonly idempotency: Idempotency | null;
}

/** The stored evaluation and the reputation of its agent right after it. */
export interface Appended {
  readonly evaluation: Evaluation;
  readonly reputation: ReputationState;
}

/** Why nothing was appended: agents must be created first, or another process was faster. */
export type NotAppended =
  | { readonly status: 'unknown_agents'; readonly agents: readonly AgentKey[] }
  | { readonly status: 'overtaken' };

type AppendResult = { readonly status: 'appended'; readonly appended: readonly Appended[] } | NotAppended;

interface AppendOptions {
  readonly requests: readonly AppendRequest[];
  readonly time_ms: number;
  /** Lock the agents first, so that no other process can be faster. Requires a transaction. */
  readonly lock: boolean;
  readonly known: AgentCache;
}

interface OpenAgent extends ReadAgent {
  readonly progress: ReputationTracker;
  readonly watch: WebhookEventCollector;
}

/** Appends evaluations in order. Agents come from the cache or the database; one statement writes everything. */
export async function appendEvaluations(
  connection: Connection,
  { requests, time_ms, lock, known }: AppendOptions,
): Promise<AppendResult> {
  if (requests.length === 0) return { status: 'appended', appended: [] };
  const names = requests.map(({ organization_id, evaluation }) => agentKey(organization_id, evaluation.agent_id));
  const wanted = countByAgent(requests, names);
  if (lock) await lockAgents(connection, [...wanted.values()]);
  const remembered = lock ? undefined : known.find(wanted, time_ms);
  const agents = openAgents(remembered ?? (await readAgents(connection, [...wanted.values()])));
  const unknown = [...wanted].flatMap(([name, agent]) => (agents.has(name) ? [] : [agent]));
  if (unknown.length > 0) return { status: 'unknown_agents', agents: unknown };

  const uuids = requests.map(() => createUuid(time_ms));
  const scored = requests.map(({ evaluation }, index) => {
    const agent = agents.get(formatAgentKey(names[index] as AgentKey)) as OpenAgent;
    const appended = append(evaluation, agent, formatId('evl', uuids[index] as string) as EvaluationId);
    return { appended, score: agent.progress.reputation.score };
  });
  const appended = scored.map((one) => one.appended);
  const announcements = [...agents.values()].flatMap(({ organization_id, watch }) =>
    watch.messages.map((message) => ({ organization_id, message })),
  );
  const written = await writeEvaluations(connection, {
    evaluations: scored.map((one, index) => ({
      ...evaluationRow(one.appended),
      score: one.score,
      organization_id: names[index]?.organization_id,
      evaluation_id: uuids[index],
    })),
    agents: [...agents.values()].map(agentRow),
    hooked: [...agents.values()][0]?.hooked ?? null,
    organizations: listOrganizationIds([...wanted.values()]),
    deliveries: await planDeliveries(connection, { announcements, time_ms }),
    idempotency_keys: requests.flatMap(({ organization_id, idempotency }, index) =>
      idempotency === null ? [] : [answerRow({ organization_id, idempotency }, appended[index] as Appended)],
    ),
  });
  if (!written) {
    known.distrust(wanted, time_ms);
    return { status: 'overtaken' };
  }
  known.keep([...agents.values()].map(asWritten), { time_ms, remembered: remembered !== undefined });
  return { status: 'appended', appended };
}

function countByAgent(requests: readonly AppendRequest[], names: readonly AgentKey[]): Map<string, WantedAgent> {
  const wanted = new Map<string, WantedAgent>();
  for (const [index, { evaluation }] of requests.entries()) {
    const key = names[index] as AgentKey;
    const countable = (wanted.get(formatAgentKey(key))?.countable ?? 0) + Number(evaluation.status === 'counted');
    wanted.set(formatAgentKey(key), { ...key, countable });
  }
  return wanted;
}

function openAgents(agents: readonly ReadAgent[]): Map<string, OpenAgent> {
  return new Map(
    agents.map((agent) => {
      const progress = createReputationTracker(agent, agent.evicted);
      const hooked = agent.hooked?.includes(agent.organization_id) === true;
      // without webhooks, the previous lifecycle is not computed
      const watch = createWebhookEventCollector({
        peak: agent.peak,
        lifecycle: hooked ? progress.reputation.lifecycle : null,
      });
      return [formatAgentKey(agent), { ...agent, progress, watch }];
    }),
  );
}

const asWritten = ({ progress, watch, ...agent }: OpenAgent): ReadAgent => ({
  ...agent,
  ...progress.standing,
  score: progress.reputation.score,
  peak: watch.peak,
  last_evaluated_at: agent.read_at,
  evicted: agent.evicted.filter(({ seq }) => seq >= progress.standing.window_start_seq),
});

function append(evaluation: NewEvaluation, agent: OpenAgent, evaluation_id: EvaluationId): Appended {
  const { progress, watch, agent_id, read_at: accepted_at } = agent;
  if (evaluation.status !== 'dry_run') progress.add(evaluation);
  const { seq } = progress.standing;
  const place = evaluation.status === 'dry_run' ? null : seq;
  const reason =
    'reason' in evaluation && evaluation.reason !== undefined ? { reason: sanitizeText(evaluation.reason) } : {};
  const tool = evaluation.tool && sanitizeText(evaluation.tool);
  const appended = {
    evaluation: { ...evaluation, ...reason, tool, agent_id, evaluation_id, seq: place, accepted_at } as Evaluation,
    reputation: { ...showReputationState(progress.reputation), seq },
  };
  watch.note(appended, progress.reputation);
  return appended;
}

const evaluationRow = ({ evaluation }: Appended) => ({
  ...evaluation,
  run_id: evaluation.run_id && toUuid(evaluation.run_id),
  checks: json(evaluation.checks),
  metadata: evaluation.metadata && json(evaluation.metadata),
});

const agentRow = ({ organization_id, agent_id, seq, read_at, progress, watch }: OpenAgent) => ({
  ...progress.standing,
  organization_id,
  agent_id,
  read_at,
  base_seq: seq,
  score: progress.reputation.score,
  peak: watch.peak,
});

/** A message to the webhooks of an organization, given by its uuid. */
interface Announcement {
  readonly organization_id: string;
  readonly message: WebhookMessage;
}

const Hook = z.object({ organization_id: z.string(), webhook_id: z.string(), events: z.array(z.string()) });

/** One delivery row per message and subscribed webhook, to be written in the same statement as the event. */
async function planDeliveries(
  connection: Connection,
  { announcements, time_ms }: { announcements: readonly Announcement[]; time_ms: number },
): Promise<object[]> {
  if (announcements.length === 0) return [];
  const organizations = [...new Set(announcements.map(({ organization_id }) => organization_id))];
  const hooks = await connection.list(query(Hook)`
    select organization_id, webhook_id, events from webhooks
    where organization_id = any (${organizations}::uuid[]) and disabled_at is null`);
  return announcements.flatMap(({ organization_id, message }) =>
    hooks
      .filter((hook) => hook.organization_id === organization_id && hook.events.includes(message.type))
      .map(({ webhook_id }) => ({
        organization_id,
        webhook_id,
        delivery_id: toUuid(createStoreId('dlv', time_ms)),
        event_id: message.event_id,
        event_type: message.type,
        payload: json(message),
      })),
  );
}
