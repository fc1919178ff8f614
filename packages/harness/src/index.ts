// The front door: named exports only, pinned by a test.
export { PRICES_DATED } from './prices.ts';
export { readTranscript, readTranscriptFrom } from './read-transcript.ts';
