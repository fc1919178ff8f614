import {
  evaluate,
  getAttestation,
  getBadge,
  getKeyDirectory,
  getReputation,
  getReputationHistory,
  ingest,
  listAgents,
  listEvaluations,
  updateAgent,
} from '@assay/schema/api';
import { attestReputation } from '../attestations/attest-reputation.ts';
import { describeKeys } from '../attestations/key-directory.ts';
import { getSigner } from '../attestations/signing-key.ts';
import { drawBadge } from '../badge/draw-badge.ts';
import { handle, handleInSteps, handleOpenly } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { assess } from '../reputation/assess.ts';
import { findDefaultLatencyRef } from '../reputation/default-latency-ref.ts';
import { describeEvaluated } from '../reputation/describe-evaluated.ts';
import {
  describeListedAgent,
  describeOwnerReputation,
  describePublicReputation,
} from '../reputation/describe-reputation.ts';
import { findReadable } from '../reputation/find-readable.ts';
import { ingestBatch } from '../reputation/ingest-batch.ts';
import { readSource } from '../reputation/read-source.ts';
import { requireFound } from './require-found.ts';

export const evaluateHandler = handleInSteps(
  evaluate,
  async ({ body, headers, caller: { organization_id }, idempotency, services }) => {
    const source = readSource(headers);
    const latency_ref_ms = await findDefaultLatencyRef(services, organization_id);
    const evaluation = await assess(body, { source, latency_ref_ms, organization_id, signal: services.stopping });
    const evaluated = await services.store.evaluate(organization_id, { evaluation, idempotency });
    const answer = describeEvaluated(evaluated);
    return evaluated.replayed ? new Reply({ answer, headers: { 'idempotent-replayed': 'true' } }) : answer;
  },
  { own_idempotency: true },
);

export const getAttestationHandler = handleOpenly(
  getAttestation,
  async ({ params: { agent_id }, query, caller, services: { store, now } }) => {
    const asked = { caller, agent_id, organization_id: query.organization_id };
    const { organization_id, agent } = await findReadable(store, asked);
    return attestReputation(store, { organization_id, agent_id, agent, now: now() });
  },
);

export const getBadgeHandler = handleOpenly(
  getBadge,
  async ({ params: { agent_id }, query, caller, services: { store, now } }) => {
    const { agent, by } = await findReadable(store, { caller, agent_id, organization_id: query.organization_id });
    return new Reply({
      content: drawBadge(describePublicReputation({ agent_id, agent, now: now() })),
      headers: { 'cache-control': `${by === 'owner' ? 'private' : 'public'}, max-age=300` },
    });
  },
);

export const getKeyDirectoryHandler = handleOpenly(getKeyDirectory, async ({ services: { store } }) => {
  // creates the key before the first signature, so clients can trust it in advance
  await getSigner(store);
  const answer = describeKeys(await store.signing_keys.list());
  return new Reply({ answer, headers: { 'cache-control': 'public, max-age=60' } });
});

export const getReputationHistoryHandler = handle(
  getReputationHistory,
  async ({ params: { agent_id }, query: { limit, after = null }, caller, services: { store } }) => {
    const { items, next } = await store.evaluations.listScores(caller.organization_id, { agent_id, limit, after });
    return { items: [...items], next };
  },
);

export const getReputationHandler = handleOpenly(
  getReputation,
  async ({ params: { agent_id }, query, caller, services: { store, now } }) => {
    const { agent, by } = await findReadable(store, { caller, agent_id, organization_id: query.organization_id });
    const described = { agent_id, agent, now: now() };
    if (by === 'owner') return describeOwnerReputation(described);
    return new Reply({
      answer: describePublicReputation(described),
      headers: { 'cache-control': 'public, max-age=60' },
    });
  },
);

// each event counts once by its id, so the work need not share the transaction of the answer
export const ingestHandler = handleInSteps(ingest, async ({ body, headers, caller: { organization_id }, services }) =>
  ingestBatch(services.store, {
    signal: services.stopping,
    organization_id,
    source: readSource(headers),
    latency_ref_ms: await findDefaultLatencyRef(services, organization_id),
    evaluations: body.evaluations,
  }),
);

export const listAgentsHandler = handle(listAgents, async ({ query, caller, services: { store, now } }) => {
  const { order, limit } = query;
  const page = { limit, after: query.after ?? null };
  const { organization_id } = caller;
  if (order === 'name') {
    const { items, next } = await store.agents.list(organization_id, page);
    return { items: items.map((agent) => describeListedAgent(agent, { rank: null, now: now() })), next };
  }
  const { items, next } = await store.agents.listRanked(organization_id, page);
  const [first] = items;
  const above = first === undefined || page.after === null ? 0 : await store.agents.countAbove(organization_id, first);
  return {
    items: items.map((agent, index) => describeListedAgent(agent, { rank: above + index + 1, now: now() })),
    next,
  };
});

export const listEvaluationsHandler = handle(listEvaluations, async ({ query, caller, services: { store } }) => {
  const { agent_id, run_id, dry_run, limit } = query;
  const page = { limit, after: query.after ?? null };
  const { evaluations } = store;
  const list = () => {
    if (run_id !== undefined) return evaluations.listOfRun(caller.organization_id, { ...page, run_id });
    if (agent_id === undefined) return evaluations.list(caller.organization_id, page);
    const ofAgent = { ...page, agent_id };
    return dry_run === 'true'
      ? evaluations.listDryRuns(caller.organization_id, ofAgent)
      : evaluations.listOfAgent(caller.organization_id, ofAgent);
  };
  const { items, next } = await list();
  return { items: [...items], next };
});

export const updateAgentHandler = handle(updateAgent, async ({ params, body, caller, services: { store, now } }) => {
  const { agent_id } = params;
  const agent = await store.transaction(async (tables) => {
    const updated = await tables.agents.publish(caller.organization_id, { agent_id, public: body.public });
    if (updated !== undefined) {
      await tables.audit_log.append(caller.organization_id, {
        actor: caller.actor,
        action: body.public ? 'agent.publish' : 'agent.unpublish',
        target: agent_id,
        details: {},
      });
    }
    return updated;
  });
  return describeListedAgent(requireFound(agent, agent_id), { rank: null, now: now() });
});
