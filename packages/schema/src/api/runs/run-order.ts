import { z } from 'zod';
import { AgentSpec } from '../../config.ts';
import { TaskId, WorkspaceId } from '../../ids.ts';

/** A task to be given to an agent by a worker. */
export const RunOrder = z
  .strictObject({
    workspace_id: WorkspaceId.optional(),
    task_id: TaskId,
    agent: AgentSpec.omit({ run: true, env: true, skills: true }).meta({
      description: 'Nothing in it names a file or a variable of the machine that a worker runs on.',
    }),
    repeat: z.int().min(1).max(100).default(1),
    label: z.string().min(1).max(200).nullable().default(null),
    priority: z.int().min(-100).max(100).default(0).meta({ description: 'Higher ones are taken first.' }),
  })
  .meta({ id: 'RunOrder', description: 'A task to be given to an agent, so many times.' });
export type RunOrder = z.infer<typeof RunOrder>;
