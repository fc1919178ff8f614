import type { Counted, ReputationWindow } from '@assay/schema';
import { appendEvaluation, EMPTY_WINDOW, score } from '@assay/scoring';
import { best, type Ratio, root, time, timeProgram } from './ratio.ts';

export const SCORING: readonly Ratio[] = [
  {
    what: 'start of `assay --help`',
    against: 'start of `node -e 0`',
    limit: { most: 2 },
    measure: () =>
      best(
        15,
        () => timeProgram(`${root}packages/cli/bin/assay.js`, '--help'),
        () => timeProgram('-e', '0'),
      ),
  },
  {
    what: 'AXIS over 100,000 interactions',
    against: 'AXIS over 10,000 interactions',
    limit: { most: 12 },
    measure: () => {
      const [large, small] = [interactions(100_000), interactions(10_000)];
      return best(
        5,
        () => time(() => score('axis', large)),
        () => time(() => score('axis', small)),
      );
    },
  },
  {
    what: 'reputation: one more evaluation after 500,000',
    against: 'one more after 500',
    limit: { most: 1.5 },
    measure: () =>
      best(
        5,
        () => appends(500_000),
        () => appends(500),
      ),
  },
];

function interactions(count: number) {
  return {
    interactions: Array.from({ length: count }, (_, i) => ({
      id: `i${i}`,
      categories: [['environment'], ['service'], ['agent']][i % 3],
      duration_ms: (i * 37) % 12_000,
      context_bytes: (i * 101) % 9000,
      signals: { success: (i % 11) / 10, weight: (i % 7) / 6, relevance: (i % 5) / 4 },
    })),
    necessity: { agent: 0.8 },
    goal: { checks: [{ grade: 8 }] },
  };
}

/** The time of 2,000 appends to an agent that already has `history` evaluations. */
function appends(history: number): number {
  const evaluation = (i: number): Counted => ({ passed: i % 9 !== 0, latency_ms: i % 70, latency_ref_ms: 100 });
  const window = (from: number, to: number, state: ReputationWindow): ReputationWindow => {
    let next = state;
    for (let i = from; i < to; i++) next = appendEvaluation(next, evaluation(i), i >= 500 ? evaluation(i - 500) : null);
    return next;
  };
  const before = window(0, history, EMPTY_WINDOW);
  return time(() => window(history, history + 2000, before));
}
