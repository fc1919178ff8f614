import type { TranscriptEntry } from './transcript.ts';

/** The id of an entry: its own, or its position in the transcript. */
export const entryId = (entry: Pick<TranscriptEntry, 'id'> | undefined, index: number): string =>
  entry?.id ?? `e${index + 1}`;
