import { z } from 'zod';
import { RunId } from '../values/ids.ts';

export const runParams = z.object({ run_id: RunId });

/** Example for the API reference. */
export const exampleRun = {
  run_id: 'run_01m7ew0rvjraj0vfggyenb7x96',
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  task_id: 'task_01m7ew0rvjraj0vfggyenb7x96',
  agent_id: 'claude-code',
  scenario: 'add-input-validation',
  label: 'main',
  status: 'finished',
  attempt: 1,
  problem: null,
  model: 'claude-opus-4-8',
  result: 'passed',
  result_reason: { message: '1 required check and 1 stage passed' },
  review: 0,
  outcome: 'COMPLETED',
  overall: 'PASS',
  score: 89,
  tier: 'Gold',
  axis_score: 100,
  composite: 1,
  judge_state: 'not_asked',
  judge_verdict: null,
  run_verdict: 'PASS',
  disagreement: null,
  wall_ms: 84_210,
  cost_usd_micros: 412_300,
  created_at: '2026-11-15T12:00:00.000Z',
  finished_at: '2026-11-15T12:01:26.000Z',
  changed_at: '2026-11-15T12:01:26.000Z',
};

/** The same run before a worker takes it. */
export const exampleQueuedRun = {
  ...exampleRun,
  status: 'queued',
  attempt: 0,
  model: null,
  result: null,
  result_reason: null,
  review: null,
  outcome: null,
  overall: null,
  score: null,
  tier: null,
  axis_score: null,
  composite: null,
  judge_state: null,
  run_verdict: null,
  wall_ms: null,
  cost_usd_micros: null,
  finished_at: null,
  changed_at: exampleRun.created_at,
};
