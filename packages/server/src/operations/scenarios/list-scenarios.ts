import { listScenarios } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listScenariosHandler = handle(listScenarios, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.scenarios.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});
