import { expect, test } from 'vitest';
import * as scoring from './index.ts';

test('the front door has exactly these names', () => {
  expect(Object.keys(scoring).sort()).toMatchInlineSnapshot(`
    [
      "EMPTY_WINDOW",
      "FORMULAS",
      "SCORERS",
      "SECRET_RULES",
      "appendEvaluation",
      "applyScorer",
      "bandOf",
      "commandsToRun",
      "compileGlobs",
      "compute",
      "findFormulas",
      "gradeChange",
      "gradeRun",
      "gradeTranscript",
      "judgeHeuristically",
      "latencyBaseline",
      "lintPattern",
      "matchesGlob",
      "mayHoldSecrets",
      "measureEntry",
      "pairInteractions",
      "parseShell",
      "readCall",
      "readCoverage",
      "readReport",
      "redact",
      "redactText",
      "reputationOf",
      "reputationV1",
      "score",
      "scorecardV2",
      "tierOf",
      "watchedPaths",
    ]
  `);
});
