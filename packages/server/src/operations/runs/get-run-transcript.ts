import { getRunTranscript } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findEvidence } from '../../runs/read-evidence.ts';
import { readTranscriptPart } from '../../runs/transcript-part.ts';

export const getRunTranscriptHandler = handle(
  getRunTranscript,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const content = await findEvidence(store, { organization_id, run_id, name: 'transcript.jsonl' });
    return readTranscriptPart(content ?? Buffer.alloc(0), { limit: query.limit, after: query.after ?? 0 });
  },
);
