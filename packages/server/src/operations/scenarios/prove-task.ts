import { unprovableReason } from '@assay/harness';
import { AssayError, REFERENCE_AGENTS } from '@assay/schema';
import { proveTask, RunOrder } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import { findProof } from '../../scenarios/find-proof.ts';
import { requireQueue } from '../../services/require-queue.ts';
import { requireFound } from '../require-found.ts';

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
