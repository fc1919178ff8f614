import { z } from 'zod';
import { Count, Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { WorkerLabels } from '../runs/run-order.ts';

/** A worker of the server, and what it offers to runs. */
export const Worker = z
  .object({
    name: z.string(),
    sandbox: z
      .string()
      .nullable()
      .meta({ description: 'The sandbox of tasks without their own containers; null for none.' }),
    containers: z
      .enum(['none', 'cached', 'pull', 'build'])
      .meta({ description: 'Which images tasks may use: none, cached ones, also pulled ones, or also built ones.' }),
    images: Count.meta({ description: 'How many images its container engine has.' }),
    cpus: z.number(),
    memory_mb: z.number(),
    labels: WorkerLabels,
    seen_at: Instant,
  })
  .meta({ id: 'Worker', description: 'A worker, and what it offers to runs.' });
export type Worker = z.infer<typeof Worker>;

export const listWorkers = defineOperation({
  id: 'list_workers',
  method: 'get',
  path: '/v1/workers',
  tag: 'Runs',
  summary: 'List the workers',
  description: 'Those seen in the last minute, by name. All organizations of the server share them.',
  scope: 'read',
  status: 200,
  answer: z.object({ items: z.array(Worker) }),
  example: {
    answer: {
      items: [
        {
          name: 'build-7',
          sandbox: 'bwrap',
          containers: 'cached',
          images: 3,
          cpus: 8,
          memory_mb: 32_000,
          labels: { arch: 'x64', os: 'linux' },
          seen_at: '2026-11-16T16:40:12.345Z',
        },
      ],
    },
  },
});
