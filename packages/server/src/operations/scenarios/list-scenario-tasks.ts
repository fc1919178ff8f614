import { listScenarioTasks } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

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
