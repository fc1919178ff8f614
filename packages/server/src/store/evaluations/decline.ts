import type { Reputation } from '@assay/schema';

/** How far the score of an agent has to fall before somebody is told; one failure after a long streak does it. */
const DROP_POINTS = 50;

/** Follows the score of an agent, and notices when it has fallen far. */
export interface Decline {
  /** What the next drop is measured from: the highest score since the last one. */
  readonly peak: number;
  /** The score it fell from, or null. Until an agent has been evaluated often enough, its score moves too much to tell. */
  note(reputation: Pick<Reputation, 'score' | 'lifecycle'>): number | null;
}

export function startDecline(start: number): Decline {
  let peak = start;
  return {
    get peak() {
      return peak;
    },
    note({ score, lifecycle }) {
      const from = peak;
      const settled = lifecycle === 'active' || lifecycle === 'mature';
      const dropped = settled && score <= from - DROP_POINTS;
      peak = dropped || !settled ? score : Math.max(from, score);
      return dropped ? from : null;
    },
  };
}
