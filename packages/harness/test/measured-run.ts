import { type CompareRunsOptions, compareRuns } from '../src/workflows/compare/compare-runs.ts';
import type { MeasuredRun } from '../src/workflows/compare/measured-run.ts';

/** A run for a comparison: it counts, passes all checks, and has a cost. */
export const measured = (
  fields: Partial<Omit<MeasuredRun, 'passed'>> & { passed?: number; total?: number } = {},
): MeasuredRun => {
  const { passed = 5, total = 5, ...rest } = fields;
  return {
    run_id: `run_${Math.random()}`,
    scenario: 'one',
    agent: 'bot',
    model: null,
    label: null,
    configuration: null,
    conditions: { task: 'a'.repeat(64), scorers: 'b'.repeat(64), sandbox: 'bwrap, isolated', limits: '{}' },
    task_digest: 'a'.repeat(64),
    harness_version: '0.0.0-test',
    obstacle: null,
    error: null,
    failed: false,
    passed: null,
    parts: { checks: { passed, total }, judge: null, cost: { tokens: 1000, wall_ms: 1000 }, reference: null },
    judge: null,
    cost_usd_micros: 100_000,
    wall_ms: 1000,
    ...rest,
  };
};

/** The given number of runs of each task. */
export const measuredRuns = (
  scenarios: readonly string[],
  repeats: number,
  fields: Parameters<typeof measured>[0] = {},
): MeasuredRun[] =>
  scenarios.flatMap((scenario) => Array.from({ length: repeats }, () => measured({ ...fields, scenario })));

/** Compares runs as `before` and `after`, with a fixed clock. */
export const compareMeasured = (
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
  options: Partial<CompareRunsOptions> = {},
) =>
  compareRuns({
    baseline: { label: 'before', runs: baseline },
    candidate: { label: 'after', runs: candidate },
    look: null,
    differences: [],
    seed: null,
    proven: new Set(),
    host: { now: () => 1_000_000, entropy: (bytes) => new Uint8Array(bytes) },
    ...options,
  });
