import { createId, Gates, type Proof, type RunResult } from '@assay/schema';
import { score } from '@assay/scoring';

/** A run result (default: passed). */
export const makeResult = (fields: Partial<RunResult> = {}): RunResult => ({
  result: resultOf(fields),
  result_reason: { message: fields.failure?.message ?? 'as the checks say' },
  review: 0,
  integrity: { mode: 'review', findings: [], allowed: [] },
  scorecard_reason: null,
  run_id: createId('run', { time_ms: 0, entropy: new Uint8Array(10) }),
  scenario: 'fix-add',
  agent: 'mine',
  agent_type: 'codex',
  agent_version: '1.2.3',
  model: 'gpt-5',
  sandbox: 'bwrap',
  isolated: true,
  repeat: 1,
  label: null,
  tries: 1,
  outcome: 'COMPLETED',
  failure: null,
  end: { status: 'completed', reason: 'done' },
  stages: [],
  turns: 1,
  results: [],
  overall: 'PASS',
  mean_score: 1,
  scorecard: null,
  axis: null,
  composite: null,
  judgment: null,
  interactions_judged: null,
  gates: Gates.parse(score('gates', { results: [], judge: null, run: { completed: true, passed: true } })),
  not_scored: null,
  usage: null,
  cost_usd: 0.0123,
  cost_source: 'reported',
  wall_ms: 96_000,
  resources: null,
  changed_paths: ['add.ts'],
  folder: '/project/.assay/runs/run_1',
  proven: true,
  unproven_reason: null,
  warnings: [],
  ...fields,
});

function resultOf({ failure, outcome, overall, judgment }: Partial<RunResult>): RunResult['result'] {
  if (overall === 'ERROR' || (failure && failure.side !== 'agent')) return 'error';
  const refused = judgment?.verdict === 'FAIL' && judgment.standing !== 'probation';
  const incomplete = outcome !== undefined && outcome !== 'COMPLETED';
  return failure || incomplete || overall === 'FAIL' || refused ? 'failed' : 'passed';
}

/** A proof (default: proven, without trials). */
export const makeProof = (fields: Partial<Proof> = {}): Proof => ({
  task_digest: '0'.repeat(64),
  harness_version: '0',
  proved_at: '2026-11-15T12:00:00.000Z',
  proven: true,
  tried: true,
  reason: null,
  trials: [],
  ...fields,
});
