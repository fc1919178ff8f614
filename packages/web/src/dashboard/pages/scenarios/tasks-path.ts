import type { StoredScenario } from '@assay/schema/api';
import { segment } from '../../client/call.ts';

/** Where the tasks of a scenario are asked for. */
export const tasksPath = ({ scenario_id }: Pick<StoredScenario, 'scenario_id'>): string =>
  `/v1/scenarios/${segment(scenario_id)}/tasks`;
