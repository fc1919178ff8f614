import { getTaskProof } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findProof } from '../../scenarios/find-proof.ts';
import { requireFound } from '../require-found.ts';

export const getTaskProofHandler = handle(
  getTaskProof,
  async ({ params: { task_id }, caller: { organization_id }, services: { store } }) => {
    const task = requireFound(await store.tasks.find(organization_id, task_id), task_id);
    return await findProof(store, { organization_id, task });
  },
);
