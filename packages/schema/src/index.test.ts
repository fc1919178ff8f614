import { expect, test } from 'vitest';
import { z } from 'zod';
import * as schema from './index.ts';

const nouns = Object.entries<unknown>(schema).filter(
  (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
);

test('the front door has exactly these names', () => {
  expect(Object.keys(schema).sort()).toMatchInlineSnapshot(`
    [
      "AgentId",
      "AssayError",
      "AxisDimension",
      "AxisInput",
      "AxisInsight",
      "AxisResult",
      "AxisWeights",
      "Band",
      "Bytes",
      "CalibrateInput",
      "Calibration",
      "Category",
      "ChangedPath",
      "CheckResult",
      "Checks",
      "Classification",
      "ClassifyInput",
      "CommandEvidence",
      "ComparedRun",
      "Comparison",
      "ComparisonId",
      "Competition",
      "CompetitionInput",
      "Composite",
      "CompositeInput",
      "Consumption",
      "Contender",
      "Count",
      "Counted",
      "Defaulted",
      "Digest",
      "Disagreement",
      "DurationMs",
      "EntryType",
      "Evaluation",
      "EvaluationId",
      "EvaluationSource",
      "Evidence",
      "FactCheck",
      "FailureMode",
      "FailureSide",
      "Finding",
      "Gates",
      "GatesInput",
      "Grade",
      "GradedTranscript",
      "HeuristicJudgment",
      "HeuristicNote",
      "Instant",
      "Interaction",
      "Interactions",
      "InteractionsInput",
      "Interval",
      "JudgedInteraction",
      "Judgment",
      "JudgmentId",
      "LatencyBaseline",
      "LatencyMs",
      "LatencyRefMs",
      "LatencySum",
      "LedgerEntry",
      "Lifecycle",
      "Limits",
      "OrganizationId",
      "Outcome",
      "PROBLEMS",
      "PassFail",
      "Points100",
      "Problem",
      "ProblemCode",
      "Promotion",
      "PromotionInput",
      "Ranked",
      "Rate",
      "RateInput",
      "Ratio",
      "Regression",
      "ReportData",
      "ReportedRun",
      "Reputation",
      "ReputationInput",
      "ReputationState",
      "ReputationWindow",
      "Resources",
      "RubricCheck",
      "RubricGrade",
      "Run",
      "RunFailure",
      "RunId",
      "RunScore",
      "Scenario",
      "ScenarioId",
      "Scorecard",
      "ScorecardAxes",
      "ScorecardInput",
      "ScorerResult",
      "ScorerSpec",
      "ScorerType",
      "ScorerVerdict",
      "Signals",
      "SingleRunVerdictInput",
      "Speed",
      "SpeedInput",
      "Stage",
      "StageSpec",
      "Task",
      "TaskDelta",
      "TaskId",
      "TaskTrials",
      "Thresholds",
      "Tier",
      "Transcript",
      "TranscriptEnd",
      "TranscriptEntry",
      "TranscriptFormat",
      "Usage",
      "UsdMicros",
      "Verdict",
      "VerdictInput",
      "VerdictWord",
      "WorkspaceId",
      "WorkspaceSeed",
      "createId",
      "formatPath",
      "parse",
      "provenance",
    ]
  `);
});

test.each(nouns)('%s is a JSON Schema too', (_, noun) => {
  const json = z.toJSONSchema(noun, { io: 'input' });
  expect(json).toHaveProperty('$schema');
});

test('every noun of the API has a component name of its own, and a description', () => {
  const anonymous = [
    'Bytes',
    'Count',
    'Digest',
    'DurationMs',
    'Instant',
    'LatencyMs',
    'LatencyRefMs',
    'LatencySum',
    'PassFail',
    'Points100',
    'Ratio',
    'UsdMicros',
  ];
  const unnamed = nouns
    .filter(([name, noun]) => noun.meta()?.id !== name || !noun.meta()?.description)
    .map(([name]) => name);
  expect(unnamed.sort()).toEqual(anonymous);
});

test('what comes in refuses unknown keys', () => {
  const inputs = nouns.filter(([name]) => name.endsWith('Input') || name === 'Scenario');
  expect(inputs.length).toBeGreaterThan(12);
  for (const [, noun] of inputs) {
    const codes = noun.safeParse({ surely_unknown: 1 }).error?.issues.map(({ code }) => code);
    expect(codes).toContain('unrecognized_keys');
  }
});
