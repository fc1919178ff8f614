import { exampleRun } from '../run-params.ts';

const standing = {
  agent_id: exampleRun.agent_id,
  score: 697,
  lifecycle: 'active',
  eval_count: 125,
  streak: 25,
  pass_rate: 0.968,
  avg_latency_ms: 704.424,
  interval: { low: 678, high: 705 },
  sources: { run: 1, rest: 124 },
  public: true,
  stale: false,
};

/** Example for the API reference: a public agent as everyone sees it. */
export const examplePublicReading = { ...standing, window_size: 500, formula: 'reputation', formula_version: '1' };

/** The same agent in the ranking. */
export const exampleStanding = {
  ...standing,
  calibration: null,
  rank: 1,
  created_at: '2026-11-15T12:01:27.000Z',
  last_evaluated_at: '2026-11-15T12:30:00.000Z',
};

const { score, lifecycle, eval_count, interval } = standing;

/** The reputation part of the answer to an evaluation. */
export const exampleReputationState = { score, calibration: null, lifecycle, eval_count, interval, seq: eval_count };
