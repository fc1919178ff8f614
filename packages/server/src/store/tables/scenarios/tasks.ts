import { AssayError, Digest, type OrganizationId, ScenarioId, Task, TaskId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sql } from '../../sql/sql.ts';

const Row = z
  .object({
    task_id: idColumn('task', TaskId),
    scenario_id: idColumn('scn', ScenarioId).nullable(),
    file_digests: z.record(z.string(), Digest).nullable(),
  })
  .loose()
  .transform(({ file_digests, ...row }) => (file_digests === null ? row : { ...row, file_digests }))
  .pipe(Task);

const columns = sql`
  task_id, scenario_id, seeded_at, scenario, task_digest, scorers_digest, rubric_digest, seed_digest, file_digests`;

export const tasksTable = (connection: Connection) => {
  const find = (organization_id: OrganizationId, task_id: TaskId): Promise<Task | undefined> =>
    connection.find(query(Row)`
      select ${columns} from tasks
      where organization_id = ${toUuid(organization_id)} and task_id = ${toUuid(task_id)}`);
  return {
    find,

    /** Stores a task permanently. Storing it again is fine; a different task with the same id is a conflict. */
    async keep(organization_id: OrganizationId, task: Task): Promise<Task> {
      await connection.run(sql`
        insert into tasks (organization_id, ${columns}) values (
          ${toUuid(organization_id)}, ${toUuid(task.task_id)}, ${task.scenario_id && toUuid(task.scenario_id)},
          ${task.seeded_at}, ${json(task.scenario)}, ${task.task_digest}, ${task.scorers_digest},
          ${task.rubric_digest}, ${task.seed_digest}, ${task.file_digests ? json(task.file_digests) : null}
        ) on conflict do nothing`);
      const kept = await find(organization_id, task.task_id);
      if (kept === undefined) throw new AssayError('internal', `The task ${task.task_id} was not stored`);
      if (kept.task_digest !== task.task_digest) {
        throw new AssayError(
          'conflict',
          `The task ${task.task_id} is stored with the digest ${kept.task_digest}, but this one has ${task.task_digest}. ` +
            'Tasks are frozen: use another id.',
        );
      }
      return kept;
    },

    /** The tasks frozen from a scenario, newest first. */
    listOfScenario: (
      organization_id: OrganizationId,
      { scenario_id, ...page }: PageRequest & { scenario_id: ScenarioId },
    ): Promise<Page<Task>> =>
      listPage(connection, {
        ...page,
        key: z.tuple([TaskId]),
        keyOf: ({ task_id }) => [task_id] as const,
        select: (after, limit) => query(Row)`
          select ${columns} from tasks
          where organization_id = ${toUuid(organization_id)} and scenario_id = ${toUuid(scenario_id)}
            ${after ? sql`and task_id < ${toUuid(after[0])}` : sql``}
          order by task_id desc limit ${limit}`,
      }),
  };
};
