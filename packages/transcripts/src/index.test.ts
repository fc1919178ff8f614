import { expect, test } from 'vitest';
import * as transcripts from './index.ts';

test('exports exactly these names', () => {
  expect(Object.keys(transcripts).sort()).toMatchInlineSnapshot(`
    [
      "READERS",
      "createRecording",
      "findOwnPrice",
      "findSessions",
      "findTranscripts",
      "priceOf",
      "readRecords",
      "readTranscript",
      "spanOf",
      "streamTranscript",
      "sumUsage",
      "writeAtif",
    ]
  `);
});
