import { z } from 'zod';
import { AgentSpec } from '../config/config.ts';
import { JudgeState } from '../results/judge-state.ts';
import { Result, ResultReason } from '../results/result.ts';
import { Activity } from '../runs/activity.ts';
import { Outcome, Run } from '../runs/run.ts';
import { Disagreement, PassFail, ScorerVerdict } from '../scores/gates.ts';
import { Tier } from '../scores/scorecard.ts';
import { AgentId, RunId, TaskId, WorkspaceId } from '../values/ids.ts';
import { Count, DurationMs, Instant, Points100, UsdMicros } from '../values/units.ts';
import { exampleQueuedRun, exampleRun, exampleRunDetail } from './examples.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageSchema } from './page.ts';
import { SentFiles } from './sent-files.ts';

export const runParams = z.object({ run_id: RunId });

export const RunStatus = z.enum(['queued', 'running', 'finished', 'cancelled', 'abandoned']).meta({
  id: 'RunStatus',
  description: 'State of a run from creation to its end. Abandoned: no worker could execute it.',
});
export type RunStatus = z.infer<typeof RunStatus>;

/** A run as lists show it. */
export const RunSummary = z
  .object({
    run_id: RunId,
    workspace_id: WorkspaceId,
    task_id: TaskId,
    agent_id: AgentId,
    scenario: z.string(),
    label: z.string().nullable(),
    status: RunStatus,
    /** Number of times a worker took it; 0 for a run executed elsewhere. */
    attempt: Count,
    /** As observed; null until finished, or if unknown. */
    model: z.string().nullable(),
    /** Why it was abandoned; null otherwise. */
    problem: z.string().nullable(),
    /** Null until graded. */
    result: Result.nullable(),
    result_reason: ResultReason.nullable(),
    /** Number of integrity findings a person should review. */
    review: Count.nullable(),
    /** Null until finished. */
    outcome: Outcome.nullable(),
    /** Null until graded. */
    overall: ScorerVerdict.nullable(),
    score: Points100.nullable(),
    tier: Tier.nullable(),
    axis_score: Points100.nullable(),
    composite: z.number().nullable(),
    /** Verdict of the judge, or why there is none. Null until graded. */
    judge_state: JudgeState.nullable(),
    /** The other two gates; the first is `overall`. Null without an answer. */
    judge_verdict: PassFail.nullable(),
    run_verdict: PassFail.nullable(),
    disagreement: Disagreement.nullable(),
    wall_ms: DurationMs.nullable(),
    cost_usd_micros: UsdMicros.nullable(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    /** When anything above last changed. */
    changed_at: Instant,
  })
  .meta({ id: 'RunSummary', description: 'A run as lists show it.' });
export type RunSummary = z.infer<typeof RunSummary>;

export const cancelRun = defineOperation({
  id: 'cancel_run',
  method: 'post',
  path: '/v1/runs/{run_id}/cancel',
  tag: 'Runs',
  summary: 'Cancel a queued or running run',
  description: 'A finished run is a `conflict`. The worker that executes the run stops within seconds.',
  scope: 'write',
  params: runParams,
  status: 200,
  answer: RunSummary,
  example: { params: { run_id: exampleRun.run_id }, answer: { ...exampleQueuedRun, status: 'cancelled' } },
});

const Points = z.coerce.number().int().min(0).max(100);
const Micros = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Milliseconds = z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** The workspace to read. */
export const workspaceField = {
  workspace_id: WorkspaceId.optional().meta({ description: "Default: the organization's first workspace." }),
};

/** Filters for the runs of a workspace. Ranges include both ends. */
export const runFilterFields = {
  ...workspaceField,
  agent_id: AgentId.optional(),
  scenario: z.string().min(1).max(200).optional().meta({ description: 'Name of the scenario.' }),
  label: z.string().min(1).max(200).optional(),
  status: RunStatus.optional(),
  result: Result.optional(),
  outcome: Outcome.optional(),
  overall: ScorerVerdict.optional().meta({ description: 'Verdict of the required scorers.' }),
  judge: JudgeState.optional().meta({ description: 'Verdict of the judge, or why there is none.' }),
  tier: Tier.optional(),
  disagreement: Disagreement.optional(),
  min_score: Points.optional(),
  max_score: Points.optional(),
  min_axis_score: Points.optional(),
  max_axis_score: Points.optional(),
  min_cost_usd_micros: Micros.optional(),
  max_cost_usd_micros: Micros.optional(),
  min_wall_ms: Milliseconds.optional(),
  max_wall_ms: Milliseconds.optional(),
  since: Instant.optional().meta({ description: 'Created at this time or later.' }),
  until: Instant.optional(),
};

/** Example for the API reference. */
export const exampleExtent = { looked_at: 2, looked_back_to: '2026-11-14T09:00:00.000Z', partial: false };

/** How far back an answer reaches: charts read a limited number of the newest runs. */
export const extentFields = {
  looked_at: Count.meta({ description: 'Number of runs read.' }),
  looked_back_to: Instant.nullable().meta({ description: 'Creation time of the oldest run read; null if none.' }),
  partial: z.boolean().meta({ description: 'Whether older runs may exist that were not read.' }),
};

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

export const createRuns = defineOperation({
  id: 'create_runs',
  method: 'post',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'Upload a run folder to grade, or queue runs to execute',
  description:
    'Send a folder from `.assay/runs/` as a tar archive (plain, gzip or zstd) or as JSON. The server grades it with the code of `assay run` and ignores any grade in it. A run is stored once: the same files are answered with 200 and the stored run, other files with a repeated `run_id` are a `conflict`. With `execute`, workers execute the task, and the server answers 202 before they start.',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: z.union([
    z.strictObject({ files: SentFiles, workspace_id: WorkspaceId.optional() }),
    z.strictObject({ execute: RunOrder }),
  ]),
  consumes: ['application/x-tar', 'application/gzip', 'application/zstd', 'application/octet-stream'],
  max_body_bytes: 64 * 1024 * 1024,
  status: 201,
  answer: z.object({
    runs: z.array(RunSummary),
    warnings: z.array(z.string()).meta({ description: 'What could not be stored as sent, one sentence each.' }),
  }),
  example: {
    body: { execute: { task_id: exampleRun.task_id, agent: { id: exampleRun.agent_id, type: 'claude-code' } } },
    answer: { runs: [exampleQueuedRun], warnings: [] },
  },
});

const RunDetail = RunSummary.extend({
  run: Run.nullable(),
  waiting_reason: z
    .string()
    .nullable()
    .meta({ description: 'Why no worker takes a queued run. Null if a worker can take it, and after it started.' }),
}).meta({
  id: 'RunDetail',
  description: 'A run with all its details; `run` is null until the run is finished.',
});

export const getRun = defineOperation({
  id: 'get_run',
  method: 'get',
  path: '/v1/runs/{run_id}',
  tag: 'Runs',
  summary: 'Read a run',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  status: 200,
  answer: RunDetail,
  example: { params: { run_id: exampleRun.run_id }, answer: exampleRunDetail },
});

export const listActivities = defineOperation({
  id: 'list_activities',
  method: 'get',
  path: '/v1/activities',
  tag: 'Runs',
  summary: 'List the proofs and runs that commands are executing now',
  description:
    'Commands such as `assay run`, started in the folder the server serves. Empty if none is active, and for every organization except the owner of the folder. Finished runs are in `GET /v1/runs`.',
  scope: 'read',
  status: 200,
  answer: z.object({ items: z.array(Activity) }),
  example: {
    answer: {
      items: [
        {
          activity_id: '2026-11-15T12:00:00.000Z-4711',
          command: 'assay run',
          started_at: '2026-11-15T12:00:00.000Z',
          updated_at: '2026-11-15T12:00:21.350Z',
          proving: null,
          running: [
            {
              scenario: 'rate-limit',
              agent: 'claude-code',
              repeat: 1,
              step: 'agent',
              started_at: '2026-11-15T12:00:12.100Z',
            },
          ],
          runs_done: 3,
          runs: 12,
        },
      ],
    },
  },
});

export const RunAttempt = z
  .object({
    attempt: Count,
    worker: z.string(),
    status: z.enum(['running', 'lost', 'failed', 'returned', 'cancelled', 'finished']),
    problem: z.string().nullable(),
    started_at: Instant,
    ended_at: Instant.nullable(),
  })
  .meta({
    id: 'RunAttempt',
    description:
      'One attempt of a worker to execute a run. Lost: the worker disappeared. Failed: the worker could not execute the run. Returned: the worker was stopped and gave the run back.',
  });
export type RunAttempt = z.infer<typeof RunAttempt>;

export const listRunAttempts = defineOperation({
  id: 'list_run_attempts',
  method: 'get',
  path: '/v1/runs/{run_id}/attempts',
  tag: 'Runs',
  summary: 'List the attempts of workers to execute a run',
  scope: 'read',
  params: runParams,
  status: 200,
  answer: z.object({ attempts: z.array(RunAttempt) }),
  example: {
    params: { run_id: exampleRun.run_id },
    answer: {
      attempts: [
        {
          attempt: 1,
          worker: 'worker-1',
          status: 'finished',
          problem: null,
          started_at: '2026-11-15T12:00:01.640Z',
          ended_at: exampleRun.finished_at,
        },
      ],
    },
  },
});

export const listRuns = defineOperation({
  id: 'list_runs',
  method: 'get',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'List the runs of a workspace, newest first',
  description:
    'With several filters, each page checks a limited number of runs. A page may therefore be short or empty and still have a `next`.',
  scope: 'read',
  query: z.strictObject({ ...runFilterFields, ...pageFields }),
  status: 200,
  answer: pageSchema(RunSummary),
  example: {
    query: { agent_id: exampleRun.agent_id, status: 'finished', since: '2026-11-15T00:00:00Z' },
    answer: { items: [exampleRun], next: null },
  },
});

export const rescoreRuns = defineOperation({
  id: 'rescore_runs',
  method: 'post',
  path: '/v1/rescore',
  tag: 'Runs',
  summary: 'Score all past runs with a version of the scorecard',
  description:
    'Works in the background, from the inputs of the first score of each run. Scores of other versions stay. Call it again to resume and to read the progress.',
  scope: 'admin',
  body: z.strictObject({ formula_version: z.string().min(1).max(20) }),
  status: 202,
  answer: z.object({
    formula: z.literal('scorecard'),
    formula_version: z.string(),
    status: z.enum(['running', 'done']),
    scored: Count.meta({ description: 'Runs scored since this process started rescoring.' }),
    skipped: Count.meta({ description: 'Runs without inputs to score.' }),
  }),
  example: {
    body: { formula_version: '2' },
    answer: { formula: 'scorecard', formula_version: '2', status: 'running', scored: 0, skipped: 0 },
  },
});

export const watchEvents = defineOperation({
  id: 'watch_events',
  method: 'get',
  path: '/v1/events',
  tag: 'Runs',
  summary: 'Stream run changes',
  description:
    'Server-sent events. `run` carries the full `RunSummary` after every change; the same state may be sent twice. `resync` means that changes were dropped: read the list again. Reconnect with `Last-Event-ID` to miss nothing.',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId.optional().meta({ description: 'Only runs of this workspace.' }) }),
  status: 200,
  answer: null,
  produces: 'text/event-stream; charset=utf-8',
  example: {
    query: { workspace_id: exampleRun.workspace_id },
    answer: `retry: 2000\n\nevent: run\nid: ${exampleRun.changed_at}\ndata: ${JSON.stringify(exampleRun)}\n\n`,
  },
});
