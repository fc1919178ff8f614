import { exampleRun } from '../run-params.ts';
import { exampleTask } from './example-task.ts';

const { run_id, task_id, scenario, workspace_id, agent_id, model, label, outcome, wall_ms, cost_usd_micros } =
  exampleRun;

/** Example for the API reference: a run with all its details. */
export const exampleRunDetail = {
  ...exampleRun,
  waiting_reason: null,
  run: {
    run_id,
    task_id,
    task_digest: exampleTask.task_digest,
    scenario,
    workspace_id,
    agent_id,
    model,
    label,
    outcome,
    wall_ms,
    cost_usd_micros,
    started_at: '2026-11-15T12:00:01.790Z',
    ended_at: '2026-11-15T12:01:26.000Z',
    agent_type: 'claude-code',
    agent_version: '2.1.325',
    harness_version: '0.1.0',
    configuration: null,
    sandbox: 'docker',
    isolated: true,
    history: 'fresh',
    repeat: 1,
    invocation: null,
    tries: 1,
    failure: null,
    end: { status: 'completed', reason: 'end_turn' },
    stages: [{ name: 'test', attempts: 1, passed: true }],
    turns: 4,
    resources: {
      memory_peak_bytes: 412000000,
      memory_limit_bytes: 2147483648,
      cpu_periods: 842,
      cpu_throttled_periods: 11,
      cpu_ms: 9300,
      oom_kills: 0,
    },
    usage: { input_tokens: 48120, cached_input_tokens: 41600, cache_write_input_tokens: 3900, output_tokens: 2140 },
    cost_source: 'reported',
    timestamps: 'agent',
  },
};
