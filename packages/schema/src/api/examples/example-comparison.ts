import { exampleRun } from '../run-params.ts';
import { exampleTask } from './example-task.ts';

const TASK = exampleRun.scenario;
const side = (label: string) => ({ label, agents: [exampleRun.agent_id], configuration: null });
const compared = (composite: number, passed: number) => ({ task_id: TASK, composite, checks: { passed, total: 2 } });

/** Example for the API reference: a large gain, but too few runs to prove it. */
export const exampleStoredComparison = {
  comparison_id: 'cmp_01m7ew0rvjraj0vfggyenb7x96',
  created_at: '2026-11-15T12:00:00.000Z',
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  baseline: side('main'),
  candidate: side('shorter-instructions'),
  differences: [],
  seed: null,
  looks: null,
  tasks: [
    {
      task_id: TASK,
      scenario: TASK,
      agent: exampleRun.agent_id,
      task_digest: exampleTask.task_digest,
      proven: false,
      baseline: {
        run_ids: ['run_01m7ew0rvjraj0vfggyenb7x90', 'run_01m7ew0rvjraj0vfggyenb7x91'],
        composite: 0.4999937154348919,
        interval: { low: 0.09452905403436523, high: 0.9054666425439717 },
        passed: 2,
        checks: 4,
        cost_usd: 0.4,
        wall_ms: 60_000,
      },
      candidate: {
        run_ids: ['run_01m7ew0rvjraj0vfggyenb7x92', 'run_01m7ew0rvjraj0vfggyenb7x93'],
        composite: 1,
        interval: { low: 0.34238022750665303, high: 1 },
        passed: 4,
        checks: 4,
        cost_usd: 0.4,
        wall_ms: 60_000,
      },
    },
  ],
  left_out: [],
  judged: false,
  input: {
    baseline: [compared(0.4993464052287582, 1), compared(0.5006410256410256, 1)],
    candidate: [compared(1, 2), compared(1, 2)],
    thresholds: { min_composite_gain: 0.01, regression_composite_drop: 0.05, objective_drop_is_regression: true },
    confirmation: { looks_taken: 0, baseline: [], candidate: [] },
  },
  input_digest: '383a1ef30a1b1681105969607bbd7b15c8c3554c89237d8355c02784c821d967',
  verdict: {
    verdict: 'neutral',
    promote: false,
    net_gain: 0.500006,
    deltas: [
      {
        task_id: TASK,
        composite_delta: 0.500006,
        objective_delta: 1,
        is_regression: false,
        baseline_runs: 2,
        candidate_runs: 2,
        interval: { low: -1, high: 1 },
      },
    ],
    regressions: [],
    improvements: [{ task_id: TASK, composite_delta: 0.500006 }],
    warnings: [],
    excluded: [],
    interval: { low: -1, high: 1 },
    p_value: 0.3333333333333333,
    underpowered: true,
    runs_needed: 4,
    formula: 'verdict',
    formula_version: '3',
    defaulted: [],
    ledger: [],
  },
  spent_usd: 1.6,
  to_settle: { runs: 4, cost_usd: 1.6 },
  pull_request: null,
};
