import type { Interaction, TranscriptEntry } from '@assay/schema';
import { measureEntry, pairInteractions } from '@assay/scoring';

/** A transcript as the trace shows it. */
export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  readonly interactions: readonly Interaction[];
}

/** The entries of a transcript, as it was kept: a line for each. */
export const parseEntries = (content: ArrayBuffer): TranscriptEntry[] =>
  new TextDecoder()
    .decode(content)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TranscriptEntry]));

/** The interactions of a transcript, found by the code that grades it. */
export const findInteractions = (entries: readonly TranscriptEntry[]): Interaction[] =>
  pairInteractions(entries.map((entry, index) => measureEntry(entry, index))).interactions;
