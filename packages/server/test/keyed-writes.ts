import { expect } from 'vitest';
import { buildComparison } from './comparisons.ts';
import { newId } from './database.ts';
import { buildCheck, buildProof, buildSession } from './pushed.ts';
import type { MadeRunFolder } from './run-folder.ts';
import { buildRun, buildTask } from './runs.ts';
import type { TestApi, TestCaller } from './server.ts';

/** A prepared request that writes something. */
export interface KeyedWrite {
  readonly caller: TestCaller;
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Prepared {
  readonly id: string;
  readonly what?: string;
  /** Whether it changes rows. */
  readonly effect?: boolean;
  /** Whether the answer contains a secret and is sent only once. */
  readonly secret?: boolean;
  prepare(api: TestApi, made: MadeRunFolder): Promise<KeyedWrite>;
}

const scenario = (fields: object = {}) => ({
  name: newId('scn'),
  user_instruction: 'Make answer.txt say yes.',
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'says yes', type: 'command', command: 'grep -qx yes answer.txt' }],
  oracle: './oracle.patch',
  ...fields,
});
const FILES = {
  'fixture/answer.txt': 'no\n',
  'oracle.patch': 'diff --git a/answer.txt b/answer.txt\n--- a/answer.txt\n+++ b/answer.txt\n@@ -1 +1 @@\n-no\n+yes\n',
};

async function post(caller: TestCaller, path: string, body: unknown) {
  const response = await caller.request(path, { method: 'POST', body });
  const text = await response.text();
  expect(response.ok, `${path} ${text}`).toBe(true);
  return JSON.parse(text);
}

const createScenario = async (api: TestApi): Promise<string> =>
  (await post(api, '/v1/scenarios', { scenario: scenario() })).scenario_id;

const freeze = async (api: TestApi): Promise<string> =>
  (await post(api, `/v1/scenarios/${await createScenario(api)}/tasks`, { files: FILES })).task_id;

const createWebhook = async (api: TestApi): Promise<string> =>
  (await post(api, '/v1/webhooks', { url: 'https://example.com/told', events: ['run.graded'] })).webhook_id;

const createMember = async ({ store, organization_id }: TestApi): Promise<string> =>
  (await store.members.create(organization_id, { name: 'Ann', email: null, role: 'viewer' })).member_id;

const allowMatrix = async ({ store, organization_id, workspace_id }: TestApi) => {
  await store.workspaces.update(organization_id, { workspace_id, share_links: true });
  return { kind: 'matrix', workspace_id, query: {} };
};

const filesOf = ({ files }: MadeRunFolder) =>
  Object.fromEntries([...files].map(([name, content]) => [name, { base64: content.toString('base64') }]));

async function saveComparison(api: TestApi): Promise<string> {
  const made = buildComparison('better');
  const configuration = (letter: string) => ({
    label: 'x',
    source: 'x',
    commit: letter.repeat(40),
    digest: '0'.repeat(64),
  });
  const comparison = {
    ...made,
    baseline: { ...made.baseline, configuration: configuration('a') },
    candidate: { ...made.candidate, configuration: configuration('b') },
  };
  await api.store.comparisons.keep(api.organization_id, { workspace_id: api.workspace_id, comparison });
  return comparison.comparison_id;
}

const at = (caller: TestCaller, method: string, path: string, body?: unknown): KeyedWrite => ({
  caller,
  method,
  path,
  ...(body === undefined ? {} : { body }),
});

/** One request per variant of every operation that writes and stores its answer. */
export const KEYED_WRITES: readonly Prepared[] = [
  {
    id: 'create_runs',
    what: 'requested',
    async prepare(api) {
      const { task_id } = await api.store.tasks.keep(api.organization_id, buildTask());
      return at(api, 'POST', '/v1/runs', { execute: { task_id, agent: { id: 'nop', type: 'nop' }, repeat: 3 } });
    },
  },
  {
    id: 'create_runs',
    what: 'sent',
    prepare: async (api, made) => at(await api.createCaller(), 'POST', '/v1/runs', { files: filesOf(made) }),
  },
  {
    id: 'regrade_run',
    async prepare(api, made) {
      const caller = await api.createCaller();
      await post(caller, '/v1/runs', { files: filesOf(made) });
      return at(caller, 'POST', `/v1/runs/${made.result.run_id}/regrade`, { label: 'again' });
    },
  },
  {
    id: 'cancel_run',
    async prepare(api) {
      const { task_id } = await api.store.tasks.keep(api.organization_id, buildTask());
      const { runs } = await post(api, '/v1/runs', { execute: { task_id, agent: { id: 'nop', type: 'nop' } } });
      return at(api, 'POST', `/v1/runs/${runs[0].run_id}/cancel`);
    },
  },
  {
    id: 'create_agent_session',
    prepare: async (api) => at(api, 'POST', '/v1/agent-sessions', buildSession()),
  },
  { id: 'create_check', prepare: async (api) => at(api, 'POST', '/v1/checks', buildCheck()) },
  { id: 'create_proof', prepare: async (api) => at(api, 'POST', '/v1/proofs', buildProof()) },
  // existing scores stay, and whether a second rescore starts depends on whether the first has ended
  {
    id: 'rescore_runs',
    effect: false,
    prepare: async (api) => at(await api.createCaller(), 'POST', '/v1/rescore', { formula_version: '2' }),
  },
  { id: 'create_scenario', prepare: async (api) => at(api, 'POST', '/v1/scenarios', { scenario: scenario() }) },
  {
    id: 'validate_scenario',
    effect: false,
    prepare: async (api) => at(api, 'POST', '/v1/scenarios/validate', { scenario: scenario() }),
  },
  {
    id: 'update_scenario',
    prepare: async (api) =>
      at(api, 'PUT', `/v1/scenarios/${await createScenario(api)}`, { scenario: scenario(), revision: 1 }),
  },
  {
    id: 'archive_scenario',
    prepare: async (api) => at(api, 'POST', `/v1/scenarios/${await createScenario(api)}/archive`),
  },
  {
    id: 'freeze_scenario',
    prepare: async (api) => at(api, 'POST', `/v1/scenarios/${await createScenario(api)}/tasks`, { files: FILES }),
  },
  { id: 'prove_task', prepare: async (api) => at(api, 'POST', `/v1/tasks/${await freeze(api)}/proof`, {}) },
  {
    id: 'create_comparison',
    async prepare(api, made) {
      const caller = await api.createCaller();
      await post(caller, '/v1/runs', { files: filesOf(made) });
      const set = { run_ids: [made.result.run_id] };
      const { workspace_id } = caller;
      return at(caller, 'POST', '/v1/comparisons', { workspace_id, baseline: set, candidate: set });
    },
  },
  {
    id: 'put_comparison',
    async prepare(api) {
      const comparison = buildComparison('sent');
      return at(api, 'PUT', `/v1/comparisons/${comparison.comparison_id}`, { comparison });
    },
  },
  {
    id: 'open_comparison_pull_request',
    prepare: async (api) => at(api, 'POST', `/v1/comparisons/${await saveComparison(api)}/pull-request`),
  },
  {
    id: 'put_comparison_pull_request',
    prepare: async (api) =>
      at(api, 'PUT', `/v1/comparisons/${await saveComparison(api)}/pull-request`, {
        url: 'https://example.com/pull/1',
        state: 'open',
      }),
  },
  {
    id: 'create_webhook',
    secret: true,
    prepare: async (api) =>
      at(api, 'POST', '/v1/webhooks', { url: 'https://example.com/hook', events: ['run.graded'] }),
  },
  {
    id: 'update_webhook',
    prepare: async (api) => at(api, 'PATCH', `/v1/webhooks/${await createWebhook(api)}`, { enabled: false }),
  },
  { id: 'delete_webhook', prepare: async (api) => at(api, 'DELETE', `/v1/webhooks/${await createWebhook(api)}`) },
  {
    id: 'rotate_webhook_secret',
    secret: true,
    prepare: async (api) => at(api, 'POST', `/v1/webhooks/${await createWebhook(api)}/rotate-secret`),
  },
  { id: 'test_webhook', prepare: async (api) => at(api, 'POST', `/v1/webhooks/${await createWebhook(api)}/test`) },
  {
    id: 'retry_webhook_delivery',
    async prepare(api) {
      const path = `/v1/webhooks/${await createWebhook(api)}`;
      const { delivery_id } = await post(api, `${path}/test`, undefined);
      return at(api, 'POST', `${path}/deliveries/${delivery_id}/retry`);
    },
  },
  { id: 'update_organization', prepare: async (api) => at(api, 'PATCH', '/v1/organization', { name: newId('wsp') }) },
  { id: 'create_workspace', prepare: async (api) => at(api, 'POST', '/v1/workspaces', { name: newId('wsp') }) },
  {
    id: 'update_workspace',
    async prepare(api) {
      const { workspace_id } = await post(api, '/v1/workspaces', { name: newId('wsp') });
      return at(api, 'PATCH', `/v1/workspaces/${workspace_id}`, { name: newId('wsp') });
    },
  },
  {
    id: 'create_api_key',
    secret: true,
    prepare: async (api) => at(api, 'POST', '/v1/api-keys', { name: 'one', scopes: ['read'] }),
  },
  {
    id: 'end_sign_in',
    async prepare(api) {
      const { organization_id, store } = api;
      await store.sessions.create({ organization_id, scopes: ['read'], actor: 'test' });
      const { items } = await store.sessions.list(organization_id, { limit: 1, after: null });
      return at(api, 'DELETE', `/v1/sign-ins/${items[0]?.sign_in_id}`);
    },
  },
  {
    id: 'revoke_api_key',
    async prepare(api) {
      const { api_key_id } = await post(api, '/v1/api-keys', { name: 'one', scopes: ['read'] });
      return at(api, 'DELETE', `/v1/api-keys/${api_key_id}`);
    },
  },
  {
    id: 'update_agent',
    async prepare(api) {
      await post(api, '/v1/evaluate', { agent_id: 'shown', output: 'x', passed: true });
      return at(api, 'PATCH', '/v1/agents/shown', { public: true });
    },
  },
  {
    id: 'create_organization',
    secret: true,
    prepare: async (api) => at(api, 'POST', '/v1/organizations', { name: 'Platform team' }),
  },
  {
    id: 'create_invitation',
    secret: true,
    prepare: async (api) => at(api, 'POST', '/v1/invitations', { role: 'viewer' }),
  },
  {
    id: 'revoke_invitation',
    async prepare(api) {
      const { invitation_id } = await post(api, '/v1/invitations', { role: 'viewer' });
      return at(api, 'DELETE', `/v1/invitations/${invitation_id}`);
    },
  },
  {
    id: 'create_share',
    secret: true,
    prepare: async (api) => at(api, 'POST', '/v1/shares', { target: await allowMatrix(api) }),
  },
  {
    id: 'revoke_share',
    async prepare(api) {
      const { share_id } = await post(api, '/v1/shares', { target: await allowMatrix(api) });
      return at(api, 'DELETE', `/v1/shares/${share_id}`);
    },
  },
  {
    id: 'update_member',
    prepare: async (api) => at(api, 'PATCH', `/v1/members/${await createMember(api)}`, { role: 'owner' }),
  },
  { id: 'remove_member', prepare: async (api) => at(api, 'DELETE', `/v1/members/${await createMember(api)}`) },
  {
    id: 'create_sign_in_link',
    secret: true,
    prepare: async (api) => at(api, 'POST', `/v1/members/${await createMember(api)}/sign-in-link`),
  },
  {
    id: 'switch_organization',
    effect: false,
    secret: true,
    prepare: async (api) => at(api, 'POST', '/v1/session/organization', { organization_id: api.organization_id }),
  },
  { id: 'end_session', effect: false, prepare: async (api) => at(api, 'DELETE', '/v1/session') },
];

/** An unrelated run of the organization that the writes must not change. */
export async function saveUnrelatedRun({ store, organization_id, workspace_id }: TestApi): Promise<void> {
  const { task_id } = await store.tasks.keep(organization_id, buildTask());
  await store.runs.record(organization_id, { run: buildRun({ task_id }), workspace_id });
}
