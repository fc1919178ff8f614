import { findInteractions, parseEntries } from './read-transcript.ts';

// off the main thread: a long transcript takes seconds
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  self.postMessage(findInteractions(parseEntries(data)));
});
