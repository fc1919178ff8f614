// The front door: named exports only, pinned by a test.
export { type FoundFile, findSessions, findTranscripts } from './find-transcripts.ts';
export { type GradedFile, type GradeFileOptions, gradeFile } from './grade-file.ts';
export { PRICES_DATED } from './prices.ts';
export { readTranscript, streamTranscript, type TranscriptSummary } from './read-transcript.ts';
export { writeAtif } from './write-atif.ts';
