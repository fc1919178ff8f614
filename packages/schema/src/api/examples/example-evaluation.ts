import { exampleRun } from '../run-params.ts';

/** Example for the API reference: an evaluation sent by a caller. */
export const exampleEvaluation = {
  status: 'counted',
  passed: true,
  evaluation_id: 'evl_01m7ew0rvjraj0vfggyenb7x96',
  agent_id: exampleRun.agent_id,
  seq: 125,
  source: 'rest',
  tool: null,
  checks: [{ id: 'json_path', verdict: 'PASS', reason: '1 value at $.exit_code, all as expected', latency_ms: 0.094 }],
  latency_ms: 30,
  latency_ref_ms: null,
  run_id: null,
  occurred_at: null,
  accepted_at: '2026-11-15T12:30:00.000Z',
  metadata: null,
};

/** An evaluation that came from a run. */
export const exampleRunEvaluation = {
  status: 'counted',
  passed: true,
  evaluation_id: 'evl_01m7ew0rvjraj0vfggyenb7x90',
  agent_id: exampleRun.agent_id,
  seq: 1,
  source: 'run',
  tool: null,
  checks: [
    { id: 'tests pass', verdict: 'PASS', reason: 'exit code 0, 2 passed, 0 skipped', latency_ms: 1848 },
    { id: 'tests untouched', verdict: 'PASS', reason: '1 listed paths are as they were', latency_ms: 0 },
  ],
  latency_ms: 84210,
  latency_ref_ms: 900000,
  run_id: exampleRun.run_id,
  occurred_at: '2026-11-15T12:01:26.000Z',
  accepted_at: '2026-11-15T12:01:27.000Z',
  metadata: null,
};
