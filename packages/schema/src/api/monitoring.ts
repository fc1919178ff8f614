import { z } from 'zod';
import { Count, Instant } from '../values/units.ts';
import { defineOperation } from './operation.ts';
import { WorkerLabels } from './runs.ts';

export const getHealth = defineOperation({
  id: 'get_health',
  method: 'get',
  path: '/healthz',
  tag: 'Operations',
  summary: 'Check that the process is running',
  scope: null,
  status: 200,
  answer: z.object({ status: z.literal('ok') }),
  example: { answer: { status: 'ok' } },
});

const COUNTED = `# HELP assay_requests_total Requests answered, by operation and status.
# TYPE assay_requests_total counter
assay_requests_total{operation="get_run",status="200"} 42
# HELP assay_request_duration_seconds How long requests took to answer, by operation.
# TYPE assay_request_duration_seconds histogram
assay_request_duration_seconds_bucket{operation="get_run",le="0.005"} 40
assay_request_duration_seconds_bucket{operation="get_run",le="+Inf"} 42
assay_request_duration_seconds_sum{operation="get_run"} 0.121
assay_request_duration_seconds_count{operation="get_run"} 42
`;

export const getMetrics = defineOperation({
  id: 'get_metrics',
  method: 'get',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Read the metrics of this process since it started, for Prometheus',
  scope: null,
  status: 200,
  answer: null,
  produces: 'text/plain; version=0.0.4; charset=utf-8',
  example: { answer: COUNTED },
});

export const getReadiness = defineOperation({
  id: 'get_readiness',
  method: 'get',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Check that the server can answer requests: the database is reachable and the server is not stopping',
  scope: null,
  status: 200,
  answer: z.object({ status: z.literal('ready') }),
  example: { answer: { status: 'ready' } },
});

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
