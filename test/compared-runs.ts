import type { Comparison, ReportedRun } from '@assay/schema';
import {
  IMPROVED,
  MADE_CHECKS,
  type MadeTask,
  madeRunId,
  makeComparison,
  REGRESSED,
  UNDERPOWERED,
} from '../packages/cli/test/made-comparison.ts';
import { makeRun, result } from './made-runs.ts';

/** A comparison with the runs of both sides. */
interface Compared {
  readonly comparison: Comparison;
  readonly runs: ReportedRun[];
}

/** Invented runs of all tasks, based on one real transcript. */
const runsOf = (tasks: readonly MadeTask[], read: ReportedRun): ReportedRun[] =>
  tasks.flatMap(({ task_id, ...sides }, task) =>
    (['baseline', 'candidate'] as const).flatMap((name, side) =>
      sides[name].composites.map((_, repeat) => {
        const checks = checksOf(sides[name].passed?.[repeat]);
        return makeRun(read, {
          run_id: madeRunId(task, side, repeat),
          ...{ scenario: task_id, label: name, repeat: repeat + 1, mean_score: checks.score, results: [checks] },
          ...{ cost_usd: 0.021 + side * 0.004 + repeat * 0.001, wall_ms: 41_000 - repeat * 900 },
        });
      }),
    ),
  );

const checksOf = (passed = MADE_CHECKS) => {
  const [name, reason] = ['tests', `${passed} of ${MADE_CHECKS} tests pass`];
  return passed === MADE_CHECKS
    ? result({ name, type: 'command', verdict: 'PASS', reason })
    : result({ name, type: 'command', verdict: 'FAIL', score: passed / MADE_CHECKS, reason });
};

/** Better on every task, beyond the noise. */
export const improved = (read: ReportedRun): Compared => ({
  comparison: makeComparison(IMPROVED),
  runs: runsOf(IMPROVED, read),
});

/** One task without candidate runs, one that lost checks, one that gained, and one excluded run. */
export const regressed = (read: ReportedRun): Compared => ({
  comparison: makeComparison(REGRESSED, {
    left_out: [
      {
        ...{ run_id: 'run_gone', side: 'candidate', task_id: 'fix-race' },
        reason: "sandbox_lost, which is not the agent's: the sandbox went away after 12 s",
      },
    ],
  }),
  runs: runsOf(REGRESSED, read),
});

/** Too few runs to decide; the runs are no longer stored. */
export const underpowered = (): Compared => ({
  comparison: makeComparison(UNDERPOWERED, {
    to_settle: { runs: 44, cost_usd: 3.2 },
    looks: { taken: 2, planned: 5, settled: false, alpha: 0.01 },
  }),
  runs: [],
});

/** The given text in every field that a person, an agent or a file name can set. */
export function comparedWithText(text: string, read: ReportedRun): Compared {
  const tasks = REGRESSED.slice(0, 1).map((task) => ({ ...task, task_id: text }));
  const side = {
    label: text,
    agents: [text],
    configuration: { label: text, source: text, commit: text, digest: '0'.repeat(64) },
  };
  const { verdict, ...rest } = makeComparison(tasks, {
    ...{ baseline: side, candidate: side, seed: text },
    differences: [{ path: text, change: 'deleted' }],
    left_out: [{ run_id: text, side: 'baseline', task_id: text, reason: text }],
  });
  const regressions = verdict.regressions.map((regression) => ({ ...regression, reason: text }));
  return { comparison: { ...rest, verdict: { ...verdict, warnings: [text], regressions } }, runs: runsOf(tasks, read) };
}
