import { createId, type Run, type RunId } from '@assay/schema';

/** A run ID that sorts by this number. */
export const runIdOf = (number: number): RunId =>
  createId('run', { time_ms: Date.parse('2026-11-15T12:00:00.000Z') + number, entropy: new Uint8Array(10) });

/** A completed run as in `run.json`. */
export const makeRun = (fields: Partial<Run> = {}): Run => ({
  run_id: runIdOf(0),
  task_id: createId('task', { time_ms: 0, entropy: new Uint8Array(10) }),
  task_digest: '0'.repeat(64),
  scenario: 'fix-add',
  workspace_id: null,
  agent_id: 'nop',
  agent_type: 'nop',
  agent_version: null,
  model: null,
  harness_version: '0.0.0-test',
  configuration: null,
  sandbox: 'local',
  isolated: false,
  history: 'fresh',
  repeat: 1,
  label: null,
  invocation: null,
  tries: 1,
  started_at: '2026-11-15T12:00:00.000Z',
  ended_at: '2026-11-15T12:00:01.000Z',
  outcome: 'COMPLETED',
  failure: null,
  end: { status: 'completed', reason: 'done' },
  stages: [],
  turns: 1,
  wall_ms: 1000,
  resources: null,
  usage: null,
  cost_usd_micros: null,
  cost_source: null,
  timestamps: 'arrival',
  ...fields,
});
