import { expect, test } from 'vitest';
import * as harness from './index.ts';

test('the front door has exactly these names', () => {
  expect(Object.keys(harness).sort()).toMatchInlineSnapshot(`
    [
      "PRICES_DATED",
      "calibrate",
      "check",
      "checkDrift",
      "chooseSandbox",
      "compareRuns",
      "compete",
      "describeRun",
      "examine",
      "findProven",
      "findRuns",
      "findSessions",
      "findTranscripts",
      "gradeFile",
      "hasRecentFalseAlarms",
      "keepComparison",
      "listRunsToLabel",
      "openJudge",
      "openRootFolder",
      "promote",
      "rankRuns",
      "readComparedRuns",
      "readFormulas",
      "readKept",
      "readScorersFile",
      "readTranscript",
      "regradeRun",
      "reportRun",
      "runAa",
      "runComparison",
      "runMatrix",
      "runScenarios",
      "scaffold",
      "streamTranscript",
      "writeAtif",
    ]
  `);
});
