import { createId, type FactCheck, type Judgment } from '@assay/schema';

type Judged = Extract<Judgment, { status: 'judged' }>;
type Unparseable = Extract<Judgment, { status: 'unparseable' }>;

type Shared = Omit<Unparseable, 'status' | 'verdict' | 'reason' | 'detail' | 'fact_checks'>;

const SHARED: Shared = {
  judge: 'anthropic:claude-sonnet-4-6',
  models: ['claude-sonnet-4-6-20260910'],
  criteria: 'run@1',
  answered: 1,
  asked: 1,
  same_family: false,
  standing: 'uncalibrated',
  shown: { chars: 48_210, diff_truncated: false, files_omitted: [], steps_omitted: 0 },
  findings: [],
  judgment_ids: [createId('jdg', { time_ms: 0, entropy: new Uint8Array(10) })],
  usage: { input_tokens: 14_800, cached_input_tokens: 9_200, cache_write_input_tokens: 0, output_tokens: 1_240 },
  cost_usd_micros: 38_520,
  latency_ms: 9_400,
  judged_at: '2026-11-15T12:00:00Z',
};

/** A fact check (default: satisfied). */
export const makeCheck = (fields: Partial<FactCheck> = {}): FactCheck => ({
  id: 'r1',
  source: 'requirement',
  statement: 'The clock never goes back.',
  status: 'satisfied',
  by: 'judge',
  turn_first: null,
  turn_violated: null,
  evidence: [],
  ...fields,
});

/** A judgment with a verdict (default: PASS). */
export const makeJudgment = (fields: Partial<Judged> = {}): Judged => ({
  status: 'judged',
  verdict: 'PASS',
  task_completion: 5,
  instruction_adherence: 4,
  efficiency: 3,
  failure_mode: null,
  failure_mode_raw: null,
  secondary_failure_modes: [],
  fault_side: null,
  reasoning: 'The clock is monotonic now, and its tests were run after the last edit.',
  agreement: 1,
  fact_checks: [makeCheck()],
  rubric: [],
  ...SHARED,
  ...fields,
});

/** A judgment without a verdict. */
export const makeUnparseable = (fields: Partial<Unparseable> = {}): Unparseable => ({
  status: 'unparseable',
  verdict: null,
  reason: 'rate_limited',
  detail: '429 three times, the last with Retry-After 60',
  fact_checks: [],
  ...SHARED,
  answered: 0,
  models: [],
  usage: null,
  cost_usd_micros: null,
  latency_ms: null,
  ...fields,
});
