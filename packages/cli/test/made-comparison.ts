import {
  type ComparedTask,
  type Comparison,
  createId,
  Digest,
  Comparison as Schema,
  Verdict,
  VerdictInput,
} from '@assay/schema';
import { score } from '@assay/scoring';

/** The runs of a task on one side: composites, and how many of the 5 checks passed in each. */
interface MadeSide {
  readonly composites: readonly number[];
  readonly passed?: readonly number[];
}

/** A task with the runs of both sides; a candidate without runs did not produce it. */
export interface MadeTask {
  readonly task_id: string;
  readonly baseline: MadeSide;
  readonly candidate: MadeSide;
}

/** Number of checks per run. */
export const MADE_CHECKS = 5;
const DIGEST = Digest.parse('0'.repeat(64));

/** A comparison with the verdict that the formula computes from these runs. */
export function makeComparison(tasks: readonly MadeTask[], fields: Partial<Comparison> = {}): Comparison {
  const input = VerdictInput.parse({
    baseline: tasks.flatMap(({ task_id, baseline }) => runsOf(task_id, baseline)),
    candidate: tasks.flatMap(({ task_id, candidate }) => runsOf(task_id, candidate)),
  });
  return Schema.parse({
    comparison_id: createId('cmp', { time_ms: 0, entropy: new Uint8Array(10) }),
    created_at: '2026-11-15T09:30:00.000Z',
    baseline: {
      label: 'main',
      agents: ['claude'],
      configuration: { label: 'main', source: 'main', commit: 'a1b2c3d', digest: '4f'.repeat(32) },
    },
    candidate: {
      label: 'shorter-claude-md',
      agents: ['claude'],
      configuration: { label: 'shorter-claude-md', source: 'HEAD', commit: 'd4e5f60', digest: '9c'.repeat(32) },
    },
    differences: [
      { path: 'CLAUDE.md', change: 'modified' },
      { path: '.claude/skills/release/SKILL.md', change: 'added' },
    ],
    seed: '5f3a9c01',
    looks: null,
    tasks: tasks.map((task, index) => comparedTask(task, index)),
    left_out: [],
    judged: false,
    input,
    input_digest: DIGEST,
    verdict: Verdict.parse(score('verdict@3', input)),
    spent_usd: 1.24,
    to_settle: null,
    ...fields,
  });
}

const runsOf = (task_id: string, { composites, passed = [] }: MadeSide) =>
  composites.map((composite, i) => ({
    task_id,
    composite,
    checks: { passed: passed[i] ?? MADE_CHECKS, total: MADE_CHECKS },
  }));

function comparedTask({ task_id, baseline, candidate }: MadeTask, index: number): ComparedTask {
  const [scenario = task_id, agent = 'claude'] = task_id.split(' · ');
  const measured = ({ composites, passed = [] }: MadeSide, side: number) => ({
    run_ids: composites.map((_, repeat) => madeRunId(index, side, repeat)),
    composite: composites.length === 0 ? null : composites.reduce((sum, one) => sum + one, 0) / composites.length,
    interval: composites.length < 2 ? null : { low: Math.min(...composites), high: Math.max(...composites) },
    passed: composites.reduce((sum, _, i) => sum + (passed[i] ?? MADE_CHECKS), 0),
    checks: composites.length * MADE_CHECKS,
    cost_usd: composites.length === 0 ? null : 0.021 + side * 0.004,
    wall_ms: composites.length === 0 ? null : 41_000 - side * 3_000,
  });
  return {
    ...{ task_id, scenario, agent, task_digest: DIGEST, proven: true },
    baseline: measured(baseline, 0),
    candidate: measured(candidate, 1),
  };
}

/** The id of a run in the comparison; side 0 is the baseline. */
export const madeRunId = (task: number, side: number, repeat: number) =>
  createId('run', { time_ms: 0, entropy: Uint8Array.from([task, side, repeat, 0, 0, 0, 0, 0, 0, 0]) });

const steady = [0.5, 0.52, 0.48];

/** Better on every task. */
export const IMPROVED: readonly MadeTask[] = ['fix-race', 'add-validation', 'rename-flag'].map((task_id) => ({
  task_id,
  baseline: { composites: steady },
  candidate: { composites: [0.7, 0.72, 0.71] },
}));

/** One task is never produced, another loses checks, the third gains. */
export const REGRESSED: readonly MadeTask[] = [
  {
    task_id: 'fix-race',
    baseline: { composites: [0.8, 0.82, 0.81, 0.79, 0.8] },
    candidate: { composites: [0.41, 0.4, 0.44, 0.39, 0.42], passed: [2, 2, 3, 2, 2] },
  },
  {
    task_id: 'add-validation',
    baseline: { composites: [0.5, 0.52, 0.48, 0.51, 0.5] },
    candidate: { composites: [0.7, 0.72, 0.71, 0.69, 0.7] },
  },
  { task_id: 'rename-flag', baseline: { composites: [0.6, 0.61, 0.6, 0.6, 0.62] }, candidate: { composites: [] } },
];

/** Equal on both sides, with few runs and much noise. */
export const UNDERPOWERED: readonly MadeTask[] = ['fix-race', 'add-validation', 'rename-flag'].map((task_id) => ({
  task_id,
  baseline: { composites: [0.3, 0.8] },
  candidate: { composites: [0.35, 0.76] },
}));
