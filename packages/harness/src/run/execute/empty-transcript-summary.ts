import type { Transcript } from '@assay/schema';

type Summary = Omit<Transcript, 'entries' | 'interactions'>;

/** The summary of a transcript without version, model, tokens or cost. */
export const emptyTranscriptSummary = (
  told: Pick<Summary, 'format' | 'agent' | 'end'> & Partial<Summary>,
): Summary => ({
  agent_version: null,
  model: null,
  session_id: null,
  usage: null,
  cost_usd: null,
  cost_source: null,
  started_at: null,
  wall_ms: null,
  counts: { records: 0, entries: 0, unknown: 0, repaired: 0 },
  warnings: [],
  ...told,
});
