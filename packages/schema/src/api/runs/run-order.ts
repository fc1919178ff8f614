import { z } from 'zod';
import { AgentSpec } from '../../config/config.ts';
import { TaskId, WorkspaceId } from '../../values/ids.ts';

/** A task that a worker gives to an agent. */
export const RunOrder = z
  .strictObject({
    workspace_id: WorkspaceId.optional(),
    task_id: TaskId,
    agent: AgentSpec.omit({ run: true, env: true, skills: true }).meta({
      description: 'Cannot name files or environment variables of the worker machine.',
    }),
    repeat: z.int().min(1).max(100).default(1),
    label: z.string().min(1).max(200).nullable().default(null),
    priority: z.int().min(-100).max(100).default(0).meta({ description: 'Higher values run first.' }),
  })
  .meta({ id: 'RunOrder', description: 'A task for an agent, with the number of repeats.' });
export type RunOrder = z.infer<typeof RunOrder>;
