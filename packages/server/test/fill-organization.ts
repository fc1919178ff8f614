import { expect } from 'vitest';
import type { Store } from '../src/store/store.ts';
import { signInIdOf } from '../src/store/tables/access/sessions.ts';
import { buildComparison } from './comparisons.ts';
import { buildCheck, buildProof, buildSession } from './pushed.ts';
import { buildGrade, buildRun, computeScorecard, createWorkspace } from './runs.ts';
import type { TestCaller } from './server.ts';

/** Contained in everything that `fillOrganization` stores. */
export const SECRET = 'of-nobody-else';

/** Gives an organization some of everything. Returns the ids, by name. */
export async function fillOrganization(
  store: Store,
  { organization_id, request }: TestCaller,
): Promise<Record<string, string>> {
  const post = async (path: string, body: unknown) => {
    const response = await request(path, { method: 'POST', body });
    const text = await response.text();
    expect(response.ok, `${path} ${text}`).toBe(true);
    return JSON.parse(text);
  };
  const { secret } = await store.sessions.create({ organization_id, scopes: ['read'], actor: SECRET });
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const run = buildRun({ task_id, label: SECRET, agent_id: SECRET });
  const { scorecard, inputs } = computeScorecard(run);
  await store.runs.record(organization_id, { run, workspace_id });
  await store.agent_run_scores.keep(organization_id, { run_id: run.run_id, scorecard, inputs });
  await store.grades.create(organization_id, buildGrade(run));
  const comparison = buildComparison(SECRET);
  await store.comparisons.keep(organization_id, { workspace_id, comparison });
  await store.workspaces.update(organization_id, { workspace_id, share_links: true });
  const { share_id } = await post('/v1/shares', { target: { kind: 'run', run_id: run.run_id } });
  const scenario = await post('/v1/scenarios', {
    scenario: { name: SECRET, user_instruction: SECRET, workspace_seed: 'empty' },
  });
  const webhook = await post('/v1/webhooks', { url: `https://example.com/${SECRET}`, events: ['run.graded'] });
  const key = await post('/v1/api-keys', { name: SECRET, scopes: ['read'] });
  const { invitation_id } = await post('/v1/invitations', { role: 'viewer', note: SECRET });
  const { member_id } = await store.members.create(organization_id, { name: SECRET, email: null, role: 'viewer' });
  const { digest } = await post('/v1/agent-sessions', { ...buildSession(SECRET), workspace_id });
  await post('/v1/checks', { ...buildCheck(SECRET), workspace_id });
  await post('/v1/proofs', { ...buildProof(SECRET), workspace_id });
  await post('/v1/evaluate', { agent_id: SECRET, output: SECRET, passed: true });
  return {
    workspace_id,
    task_id,
    run_id: run.run_id,
    comparison_id: comparison.comparison_id,
    digest,
    scenario_id: scenario.scenario_id,
    webhook_id: webhook.webhook_id ?? webhook.webhook.webhook_id,
    api_key_id: key.api_key_id ?? key.api_key.api_key_id,
    agent_id: SECRET,
    organization_id,
    invitation_id,
    share_id,
    member_id,
    sign_in_id: signInIdOf(secret),
    delivery_id: 'dlv_00000000000000000000000000',
  };
}
