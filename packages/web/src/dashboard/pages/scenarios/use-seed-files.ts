import type { getTask, listScenarioTasks, StoredScenario } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { call, segment } from '../../client/call.ts';
import { usePages } from '../../parts/use-pages.ts';
import { seedPaths } from './seed-paths.ts';
import { tasksPath } from './tasks-path.ts';

/** The seed files of the latest task; none before the first task. */
export function useSeedFiles(stored: StoredScenario): readonly string[] {
  const tasks = usePages<typeof listScenarioTasks>(tasksPath(stored));
  const task_id = tasks.data?.pages[0]?.items[0]?.task_id;
  const path = `/v1/tasks/${segment(task_id ?? '')}`;
  const task = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<typeof getTask>('GET', path, { signal }),
    enabled: task_id !== undefined,
  });
  return task.data === undefined ? [] : seedPaths(task.data);
}
