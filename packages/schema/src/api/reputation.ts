import { z } from 'zod';
import { DsseEnvelope, KeyDirectory } from '../reputation/attestation.ts';
import { EvaluateRequest, EvaluateResponse, IngestRequest, IngestResponse } from '../reputation/evaluate-request.ts';
import { Evaluation } from '../reputation/evaluation.ts';
import { AgentStanding, PublicReputation, ReputationReading, ScorePoint } from '../reputation/reputation-reading.ts';
import { AgentId, OrganizationId, RunId } from '../values/ids.ts';
import {
  exampleEvaluation,
  exampleKeyDirectory,
  exampleOrganization,
  examplePublicReading,
  exampleReputationAttestation,
  exampleReputationState,
  exampleRun,
  exampleRunEvaluation,
  exampleStanding,
} from './examples.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageSchema } from './page.ts';

export const evaluate = defineOperation({
  id: 'evaluate',
  method: 'post',
  path: '/v1/evaluate',
  tag: 'Reputation',
  summary: 'Evaluate one output of an agent',
  description:
    'Runs the checks, or takes the verdict of the caller, and appends it to the log of the agent. `reputation` is the state right after it. Without `checks` and `passed`, the checks `filesystem`, `pii` and `content` run. The header `X-Assay-Source` names the source: `rest` (default), `sdk` or `proxy`. Input and output are checked but not stored.',
  scope: 'write',
  body: EvaluateRequest,
  status: 200,
  answer: EvaluateResponse,
  example: {
    body: {
      agent_id: exampleEvaluation.agent_id,
      output: { summary: 'Negative amounts are refused with a RangeError.', exit_code: 0 },
      latency_ms: 30,
      checks: [{ type: 'json_path', path: '$.exit_code', equals: 0 }],
    },
    answer: {
      evaluation_id: exampleEvaluation.evaluation_id,
      status: 'counted',
      passed: true,
      reason: null,
      source: 'rest',
      checks: exampleEvaluation.checks,
      total_latency_ms: 0.094,
      reputation: exampleReputationState,
    },
  },
});

/** The agent an operation is about. */
const reputationParams = z.strictObject({ agent_id: AgentId });

/** The owner of the agent, for callers without a key of the organization. */
const publicQuery = z.strictObject({
  organization_id: OrganizationId.optional().meta({
    description: 'Organization that owns the agent. Required without a key; the agent must then be public.',
  }),
});

export const getAttestation = defineOperation({
  id: 'get_attestation',
  method: 'get',
  path: '/v1/reputation/{agent_id}/attestation',
  tag: 'Reputation',
  summary: 'Download a signed attestation of the reputation of an agent',
  description:
    'An in-toto statement in a DSSE envelope, signed with Ed25519 and valid for 30 days. It contains only public data: no score below 50 evaluations. `assay verify` checks it offline.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: DsseEnvelope,
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { organization_id: exampleOrganization.organization_id },
    answer: exampleReputationAttestation,
  },
});

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="137" height="20" viewBox="0 0 137 20" role="img" aria-label="claude-code: 697 · active">
<title>claude-code: 697 · active</title>
<clipPath id="r"><rect width="137" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="45" height="20" fill="#3d4450"/><rect x="45" width="92" height="20" fill="#1f6fa8"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"><text x="22.5" y="14">assay</text><text x="91" y="14">697 · active</text></g>
</svg>
`;

export const getBadge = defineOperation({
  id: 'get_badge',
  method: 'get',
  path: '/v1/reputation/{agent_id}/badge.svg',
  tag: 'Reputation',
  summary: 'Read the reputation of an agent as an SVG badge',
  description: 'Shows only public data, to the owner too: below 50 evaluations it shows their number, such as `37/50`.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: null,
  produces: 'image/svg+xml',
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { organization_id: exampleOrganization.organization_id },
    answer: PICTURE,
  },
});

export const getKeyDirectory = defineOperation({
  id: 'get_key_directory',
  method: 'get',
  path: '/.well-known/assay-keys.json',
  tag: 'Reputation',
  summary: 'List the keys that verify attestations, and the revoked keys',
  scope: null,
  status: 200,
  answer: KeyDirectory,
  example: { answer: exampleKeyDirectory },
});

export const getReputationHistory = defineOperation({
  id: 'get_reputation_history',
  method: 'get',
  path: '/v1/reputation/{agent_id}/history',
  tag: 'Reputation',
  summary: 'List the scores of an agent over time, newest first',
  description: 'A point before the 50th counted evaluation has no score.',
  scope: 'read',
  params: reputationParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(ScorePoint),
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { limit: '2' },
    answer: {
      items: [
        { seq: 125, score: 697, accepted_at: '2026-11-15T12:30:00.000Z' },
        { seq: 124, score: 693, accepted_at: '2026-11-15T12:29:12.400Z' },
      ],
      next: 'WzEyNF0',
    },
  },
});

export const getReputation = defineOperation({
  id: 'get_reputation',
  method: 'get',
  path: '/v1/reputation/{agent_id}',
  tag: 'Reputation',
  summary: 'Read the reputation of an agent',
  description:
    'With a key of the organization: all data. An agent without evaluations is `new`. Below 50 evaluations there is no score, only the progress, such as `37/50`. Without a key: the public data of a public agent; requires `organization_id`.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: z.union([ReputationReading, PublicReputation]),
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { organization_id: exampleOrganization.organization_id },
    answer: examplePublicReading,
  },
});

export const ingest = defineOperation({
  id: 'ingest',
  method: 'post',
  path: '/v1/ingest',
  tag: 'Reputation',
  summary: 'Append up to 1,000 evaluations in order',
  description:
    'Each item is a body of `POST /v1/evaluate` with a unique `event_id`. An event seen in the last seven days is reported as a duplicate and changes nothing, so you can safely resend a batch. A batch with an invalid field is rejected as a whole.',
  scope: 'write',
  body: IngestRequest,
  max_body_bytes: 1024 * 1024,
  status: 200,
  answer: IngestResponse,
  example: {
    body: { evaluations: [{ event_id: 'call-1', agent_id: exampleRun.agent_id, output: 'done', passed: true }] },
    answer: {
      accepted: 1,
      duplicates: 0,
      results: [
        {
          event_id: 'call-1',
          duplicate: false,
          evaluation_id: 'evl_01m7ew0rvjraj0vfggyenb7x95',
          status: 'counted',
          passed: true,
          reason: null,
          source: 'rest',
          reputation: {
            ...{ score: 693, calibration: null, lifecycle: 'active', eval_count: 124 },
            ...{ interval: { low: 674, high: 701 }, seq: 124 },
          },
        },
      ],
    },
  },
});

export const listAgents = defineOperation({
  id: 'list_agents',
  method: 'get',
  path: '/v1/agents',
  tag: 'Reputation',
  summary: 'List the agents by score, best first',
  description:
    'Only agents with at least 50 evaluations are ranked. `order=name` lists all agents by name, including unranked ones.',
  scope: 'read',
  query: z.strictObject({ ...pageFields, order: z.enum(['score', 'name']).default('score') }),
  status: 200,
  answer: pageSchema(AgentStanding),
  example: { answer: { items: [exampleStanding], next: null } },
});

export const listEvaluations = defineOperation({
  id: 'list_evaluations',
  method: 'get',
  path: '/v1/evaluations',
  tag: 'Reputation',
  summary: 'List evaluations, newest first',
  description:
    'Of all agents, of one agent in the order its score uses, or of one run. Dry runs are not part of the order of an agent; list them with `dry_run=true`.',
  scope: 'read',
  query: z
    .strictObject({
      ...pageFields,
      agent_id: AgentId.optional(),
      run_id: RunId.optional(),
      dry_run: z.enum(['true', 'false']).optional(),
    })
    .refine(({ agent_id, run_id }) => agent_id === undefined || run_id === undefined, {
      path: ['run_id'],
      error: 'expected either agent_id or run_id, found both',
    })
    .refine(({ agent_id, dry_run }) => dry_run !== 'true' || agent_id !== undefined, {
      path: ['dry_run'],
      error: 'expected an agent_id together with dry_run=true, found none',
    }),
  status: 200,
  answer: pageSchema(Evaluation),
  example: { query: { run_id: exampleRun.run_id }, answer: { items: [exampleRunEvaluation], next: null } },
});

export const updateAgent = defineOperation({
  id: 'update_agent',
  method: 'patch',
  path: '/v1/agents/{agent_id}',
  tag: 'Reputation',
  summary: 'Make the reputation of an agent public or private',
  description:
    'Anyone with the organization id can read the reputation, badge and attestation of a public agent. Below 50 evaluations they see no score.',
  scope: 'admin',
  params: reputationParams,
  body: z.strictObject({ public: z.boolean() }),
  status: 200,
  answer: AgentStanding,
  example: {
    params: { agent_id: exampleRun.agent_id },
    body: { public: true },
    answer: { ...exampleStanding, rank: null },
  },
});
