import { randomBytes } from 'node:crypto';
import { unprovableReason } from '@assay/harness';
import { AssayError, createId, REFERENCE_AGENTS } from '@assay/schema';
import {
  archiveScenario,
  createProof,
  createScenario,
  freezeScenario,
  getScenario,
  getTask,
  getTaskProof,
  type HandlerTypes,
  listProofs,
  listScenarios,
  listScenarioTasks,
  proveTask,
  RunOrder,
  type SentProof,
  updateScenario,
  validateScenario,
} from '@assay/schema/api';
import { unpackOnThread } from '../archives/unpack-on-thread.ts';
import { handle, handleInSteps } from '../http/handle.ts';
import { type DigestedDocument, describe, keepDocument } from '../pushed/keep-document.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { findProof } from '../scenarios/find-proof.ts';
import { freezeStoredScenario } from '../scenarios/freeze-scenario.ts';
import { readRevision, withRevision } from '../scenarios/revision-tag.ts';
import { requireQueue } from '../services/require-queue.ts';
import { requireFound } from './require-found.ts';

export const archiveScenarioHandler = handle(
  archiveScenario,
  async ({ params: { scenario_id }, caller: { organization_id }, services: { store } }) =>
    withRevision(requireFound(await store.scenarios.archive(organization_id, scenario_id), scenario_id)),
);

export const createProofHandler = handle(createProof, ({ found, caller: { organization_id }, services: { store } }) => {
  const sent = found as DigestedDocument;
  const { scenario } = sent.document as HandlerTypes<typeof createProof>['body'];
  return keepDocument(store, { kind: 'proof', organization_id, scenario, ...sent });
});

export const createScenarioHandler = handle(
  createScenario,
  async ({ body: { scenario }, caller: { organization_id }, services: { store, now } }) => {
    const scenario_id = createId('scn', { time_ms: now(), entropy: randomBytes(10) });
    return withRevision(await store.scenarios.create(organization_id, { scenario_id, scenario }));
  },
);

export const freezeScenarioHandler = handleInSteps(
  freezeScenario,
  async ({
    params: { scenario_id },
    body,
    sent,
    caller: { organization_id },
    services,
    request: { signal },
    commit,
  }) => {
    const { scenario, archived_at } = requireFound(
      await services.store.scenarios.find(organization_id, scenario_id),
      scenario_id,
    );
    if (archived_at !== null) throw new AssayError('conflict', `The scenario ${scenario_id} is archived`);
    const submitted = body === undefined ? sent : { json: sent };
    return await freezeStoredScenario(services, {
      organization_id,
      scenario_id,
      scenario,
      unpack: (into) => unpackOnThread(organization_id, { submitted, layout: 'task', into }, signal),
      signal,
      keep: (write) => commit(write, (task) => task),
    });
  },
  { omit: ['files'] },
);

export const getScenarioHandler = handle(
  getScenario,
  async ({ params: { scenario_id }, caller, services: { store } }) =>
    withRevision(requireFound(await store.scenarios.find(caller.organization_id, scenario_id), scenario_id)),
);

export const getTaskProofHandler = handle(
  getTaskProof,
  async ({ params: { task_id }, caller: { organization_id }, services: { store } }) => {
    const task = requireFound(await store.tasks.find(organization_id, task_id), task_id);
    return await findProof(store, { organization_id, task });
  },
);

export const getTaskHandler = handle(
  getTask,
  async ({ params: { task_id }, caller: { organization_id }, services: { store } }) => {
    const task = requireFound(await store.tasks.find(organization_id, task_id), task_id);
    return { ...task, files: await store.task_files.list(organization_id, task_id) };
  },
);

export const listProofsHandler = handle(
  listProofs,
  async ({
    query: { workspace_id, scenario, limit, after = null },
    caller: { organization_id },
    services: { store },
  }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    const asked = { kind: 'proof', workspace_id, scenario, limit, after } as const;
    const page = await store.pushed_documents.list(organization_id, asked);
    return { items: page.items.map(describe<Pick<SentProof, 'scenario' | 'proof'>>), next: page.next };
  },
);

export const listScenarioTasksHandler = handle(
  listScenarioTasks,
  async ({ params: { scenario_id }, query, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.scenarios.find(organization_id, scenario_id), scenario_id);
    const { items, next } = await store.tasks.listOfScenario(organization_id, {
      ...query,
      after: query.after ?? null,
      scenario_id,
    });
    return { items: [...items], next };
  },
);

export const listScenariosHandler = handle(listScenarios, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.scenarios.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const proveTaskHandler = handle(
  proveTask,
  async ({ params: { task_id }, body, caller: { organization_id }, services }) => {
    const { store } = services;
    const task = requireFound(await store.tasks.find(organization_id, task_id), task_id);
    const obstacle = unprovableReason(task.scenario);
    if (obstacle !== null) throw new AssayError('conflict', `This task cannot be proven: ${obstacle}`);
    const workspace_id = await findWorkspace(store, organization_id, body.workspace_id);
    await requireQueue(services).enqueueRuns(
      organization_id,
      REFERENCE_AGENTS.map((agent) => ({ ...RunOrder.parse({ agent, task_id, label: 'proof' }), workspace_id })),
    );
    return await findProof(store, { organization_id, task });
  },
);

export const updateScenarioHandler = handle(
  updateScenario,
  async ({ params: { scenario_id }, body, headers, caller: { organization_id }, services: { store } }) => {
    const revision = readRevision(headers, body.revision);
    const edit = { scenario_id, revision, scenario: body.scenario };
    return withRevision(requireFound(await store.scenarios.update(organization_id, edit), scenario_id));
  },
);

export const validateScenarioHandler = handle(
  validateScenario,
  async ({ found }) => found as HandlerTypes<typeof validateScenario>['answer'],
);
