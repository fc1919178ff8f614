import { z } from 'zod';
import { AgentSpec } from '../../config/config.ts';
import { TaskId, WorkspaceId } from '../../values/ids.ts';

const LABEL = /^[A-Za-z0-9]([A-Za-z0-9._/-]{0,61}[A-Za-z0-9])?$/;
const label = z.string().regex(LABEL, 'expected up to 63 letters, digits and . _ / -, such as gpu or a100');

/** Names and values that describe a worker, such as its operating system. */
export const WorkerLabels = z
  .record(label, label)
  .refine((labels) => Object.keys(labels).length <= 32, { message: 'expected up to 32 labels' })
  .meta({ id: 'WorkerLabels', description: 'Names and values that describe a worker, such as `{"os": "linux"}`.' });
export type WorkerLabels = z.infer<typeof WorkerLabels>;

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
    needs: z
      .strictObject({
        labels: WorkerLabels.default({}).meta({ description: 'Only workers with all these labels take the runs.' }),
      })
      .prefault({})
      .meta({
        description: 'What the task does not say itself. It already says which images, CPUs and memory it needs.',
      }),
  })
  .meta({ id: 'RunOrder', description: 'A task for an agent, with the number of repeats.' });
export type RunOrder = z.infer<typeof RunOrder>;
