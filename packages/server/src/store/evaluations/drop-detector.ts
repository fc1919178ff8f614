import type { Reputation } from '@assay/schema';

/** The drop in score that triggers a message; one failure after a long streak is enough. */
const DROP_POINTS = 50;

/** Tracks the score of an agent and detects large drops. */
export interface DropDetector {
  /** The highest score since the last drop; the next drop is measured from it. */
  readonly peak: number;
  /** The score it dropped from, or null. Ignores agents with too few evaluations: their scores vary too much. */
  note(reputation: Pick<Reputation, 'score' | 'lifecycle'>): number | null;
}

export function createDropDetector(start: number): DropDetector {
  let peak = start;
  return {
    get peak() {
      return peak;
    },
    note({ score, lifecycle }) {
      const from = peak;
      const settled = lifecycle === 'active' || lifecycle === 'mature';
      const dropped = settled && score <= from - DROP_POINTS;
      // what was not shown is nothing to fall from
      if (!settled) peak = 0;
      else peak = dropped ? score : Math.max(from, score);
      return dropped ? from : null;
    },
  };
}
