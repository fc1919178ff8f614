import { expect, test } from 'vitest';
import * as harness from './index.ts';

test('the front door has exactly these names', () => {
  expect(Object.keys(harness).sort()).toMatchInlineSnapshot(`
    [
      "PRICES_DATED",
      "check",
      "chooseSandbox",
      "examine",
      "findSessions",
      "findTranscripts",
      "gradeFile",
      "readTranscript",
      "reportRun",
      "runScenarios",
      "scaffold",
      "streamTranscript",
      "writeAtif",
    ]
  `);
});
