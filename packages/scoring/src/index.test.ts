import { expect, test } from 'vitest';
import * as scoring from './index.ts';

test('the front door has exactly these names', () => {
  expect(Object.keys(scoring).sort()).toMatchInlineSnapshot(`
    [
      "EMPTY_WINDOW",
      "FORMULAS",
      "appendEvaluation",
      "bandOf",
      "compute",
      "findFormulas",
      "gradeTranscript",
      "judgeHeuristically",
      "latencyBaseline",
      "mayHoldSecrets",
      "measureEntry",
      "pairInteractions",
      "redact",
      "redactText",
      "reputationOf",
      "reputationV1",
      "score",
      "scorecardV2",
      "tierOf",
    ]
  `);
});
