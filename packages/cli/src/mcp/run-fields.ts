/** Fields of the result of a run. */
export const SCORE_FIELDS = [
  'run_id',
  'scenario',
  'agent',
  'model',
  'result',
  'result_reason',
  'review',
  'outcome',
  'failure',
  'overall',
  'mean_score',
  'scorecard',
  'axis',
  'insights',
  'composite',
  'gates',
  'cost_usd',
  'wall_ms',
  'not_scored',
] as const;

/** Fields of a run for the client that started it. */
export const RUN_FIELDS = [
  ...SCORE_FIELDS,
  'repeat',
  'stages',
  'usage',
  'changed_paths',
  'folder',
  'proven',
  'warnings',
] as const;
