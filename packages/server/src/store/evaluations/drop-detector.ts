import { CALIBRATED_EVALUATIONS, type Reputation } from '@assay/schema';

/** The drop in score that triggers a message; one failure after a long streak is enough. */
const DROP_POINTS = 50;

/** Tracks the score of an agent and detects large drops. */
export interface DropDetector {
  /** The highest score since the last drop; the next drop is measured from it. */
  readonly peak: number;
  /** The score it dropped from, or null. Ignores agents with too few evaluations: their scores vary too much. */
  note(reputation: Pick<Reputation, 'score' | 'lifecycle'> & Partial<Reputation>): number | null;
}

export function createDropDetector(start: number): DropDetector {
  let peak = start;
  return {
    get peak() {
      return peak;
    },
    note({ score, lifecycle, eval_count }) {
      const from = peak;
      const settled = lifecycle === 'active' || lifecycle === 'mature';
      // what was never shown is nothing to fall from
      const isFirst = eval_count === CALIBRATED_EVALUATIONS;
      const dropped = settled && !isFirst && score <= from - DROP_POINTS;
      peak = dropped || !settled || isFirst ? score : Math.max(from, score);
      return dropped ? from : null;
    },
  };
}
