import type { StoredScenario } from '@assay/schema/api';
import { segment } from '../../client/call.ts';

/** The API path of the tasks of a scenario. */
export const tasksPath = ({ scenario_id }: Pick<StoredScenario, 'scenario_id'>): string =>
  `/v1/scenarios/${segment(scenario_id)}/tasks`;
