import type { StoredScenario } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/api.ts';
import { usePages } from '../../parts/paged.tsx';
import { seedPaths } from './seed-paths.ts';

/** The seed files of the latest task; none before the first task. */
export function useSeedFiles(stored: StoredScenario): readonly string[] {
  const tasks = usePages('listScenarioTasks', { scenario_id: stored.scenario_id });
  const task_id = tasks.data?.pages[0]?.items[0]?.task_id;
  const task = useQuery({
    ...ask('getTask', { task_id: task_id ?? '' }),
    enabled: task_id !== undefined,
  });
  return task.data === undefined ? [] : seedPaths(task.data);
}
