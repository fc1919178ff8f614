import type { HeuristicJudgment, Interaction, TranscriptEntry } from '@assay/schema';
import { judgeHeuristically, measureEntry, pairInteractions } from '@assay/scoring';

/** What reading a transcript comes to. */
export interface ReadTranscript {
  readonly interactions: readonly Interaction[];
  /** What the rules say of each interaction. */
  readonly judgment: HeuristicJudgment;
}

/** A transcript as the trace shows it. */
export interface Transcript extends ReadTranscript {
  readonly entries: readonly TranscriptEntry[];
}

/** The interactions of a transcript, found by the code that grades it. */
export function readTranscript(entries: readonly TranscriptEntry[]): ReadTranscript {
  const { interactions } = pairInteractions(entries.map((entry, index) => measureEntry(entry, index)));
  return { interactions, judgment: judgeHeuristically({ entries: [...entries], interactions }) };
}
