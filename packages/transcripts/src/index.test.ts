import { expect, test } from 'vitest';
import * as transcripts from './index.ts';

test('exports exactly these names', () => {
  expect(Object.keys(transcripts).sort()).toMatchInlineSnapshot(`
    [
      "READERS",
      "computeCostMicros",
      "createRecording",
      "findOwnPrice",
      "findSessions",
      "findTimeSpan",
      "findTranscripts",
      "readRecords",
      "readTranscript",
      "streamTranscript",
      "sumUsage",
      "writeAtif",
    ]
  `);
});
