import { expect, test } from 'vitest';
import * as transcripts from './index.ts';

test('exports exactly these names', () => {
  expect(Object.keys(transcripts).sort()).toMatchInlineSnapshot(`
    [
      "PRICES_CHECKED",
      "PRICE_TABLE",
      "READERS",
      "computeCostMicros",
      "createRecording",
      "createToolCallReader",
      "findOwnPrice",
      "findPrice",
      "findSessions",
      "findTimeSpan",
      "findTranscripts",
      "glanceAt",
      "glanceAtLogs",
      "isSessionOf",
      "readNanoseconds",
      "readRecords",
      "readSentResults",
      "readSessionFolder",
      "readTranscript",
      "readTranscriptOf",
      "sessionIdOf",
      "streamTranscript",
      "sumUsage",
      "writeAtif",
    ]
  `);
});
