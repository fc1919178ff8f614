import { readFacts, wasteShares } from '@assay/scoring';
import { readTranscript } from '@assay/transcripts';

/** What a session cost, and how much of it was waste; null where it cannot be known. */
export interface TranscriptCosts {
  readonly cost_usd: number | null;
  readonly waste_usd: number | null;
}

/** Reads a transcript and adds up what it cost. */
export async function sumTranscript(path: string): Promise<TranscriptCosts> {
  const transcript = await readTranscript(path);
  const { cost_usd } = transcript;
  const wasted = wasteShares(readFacts(transcript).waste, 'money')?.wasted ?? null;
  return { cost_usd, waste_usd: wasted === null || cost_usd === null ? null : wasted * cost_usd };
}
