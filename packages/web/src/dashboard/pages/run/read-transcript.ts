import type { Interaction, TranscriptEntry } from '@assay/schema';
import { measureEntry, pairInteractions } from '@assay/scoring';

/** A transcript as the trace shows it. */
export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  readonly interactions: readonly Interaction[];
}

/** Parses a stored transcript: one entry per line. */
export const parseEntries = (content: AllowSharedBufferSource): TranscriptEntry[] =>
  new TextDecoder()
    .decode(content)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TranscriptEntry]));

/** Finds the interactions of a transcript with the code that grades it. */
export const findInteractions = (entries: readonly TranscriptEntry[]): Interaction[] =>
  pairInteractions(entries.map((entry, index) => measureEntry(entry, index))).interactions;

const LINE_END = 0x0a;

/** Reads the complete lines at the start of a transcript; null if there are none. */
export function readStart(bytes: Uint8Array): Transcript | null {
  const entries = parseEntries(bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1));
  return entries.length === 0 ? null : { entries, interactions: findInteractions(entries) };
}
