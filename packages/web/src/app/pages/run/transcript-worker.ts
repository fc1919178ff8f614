import type { TranscriptEntry } from '@assay/schema';
import { readTranscript } from './read-transcript.ts';

// beside the page, because a long transcript takes seconds, in which the page would stand still
self.addEventListener('message', ({ data }: MessageEvent<readonly TranscriptEntry[]>) => {
  self.postMessage(readTranscript(data));
});
