// Public exports; a test pins the list.

export {
  createToolCallReader,
  type ModelToolCall,
  readSentResults,
  type SentResult,
  type ToolCallReader,
} from './api-calls.ts';
export { type FoundFile, findSessions, findTranscripts } from './find-transcripts.ts';
export { PRICE_TABLE, PRICES_CHECKED } from './price-table.ts';
export { computeCostMicros, findOwnPrice, findPrice } from './prices.ts';
export { readRecords } from './read-records.ts';
export { isSessionOf, readSessionFolder, type SessionFolder } from './read-session-folder.ts';
export {
  glanceAt,
  readTranscript,
  readTranscriptOf,
  streamTranscript,
  type TranscriptSummary,
} from './read-transcript.ts';
export { READERS } from './readers/index.ts';
export { glanceAtLogs } from './readers/otlp-glance.ts';
export { readNanoseconds, sessionIdOf } from './readers/otlp-spans.ts';
export { createRecording, findTimeSpan, type Recording, sumUsage } from './recording.ts';
export { writeAtif } from './write-atif.ts';
