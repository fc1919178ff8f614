import type { Disagreement, RunResult } from '@assay/schema';
import { describeGates, describeSteps } from '@assay/scoring';
import { onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawRecord } from './check/record.ts';
import { drawInsights } from './insights.ts';
import { drawAxis } from './score-card.ts';

/** Details of a run: dimensions, insights, failed advisory scorers, disagreement. */
export function drawRunDetails(result: RunResult, style: Style): string[] {
  const { axis } = result;
  const insights = drawInsights(result, style);
  const remarks = advisoryRemarks(result).map((remark) => style.warn(`! ${onOneLine(remark)}`));
  return [
    ...(result.not_scored === null ? ['', describeGates(result)] : []),
    // the ledger has only interaction numbers; insights describe them
    ...(axis === null ? [] : ['', drawAxis({ ...axis, ledger: [] }, style).trimEnd()]),
    ...(insights.length === 0 ? [] : ['', ...insights]),
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
    ...drawRecord(result.change_record, style),
  ];
}

const MOST_INSIGHTS = 3;

/** The dimensions and insights of a run among others, in a few lines. */
export function drawRunBrief(result: RunResult, style: Style): string[] {
  const { axis } = result;
  const dimensions = Object.entries(axis?.dimensions ?? {});
  if (dimensions.every(([, { score }]) => score === null)) return [];
  const scores = dimensions.map(
    ([name, { score, status }]) => `${name.replaceAll('_', ' ')} ${score ?? status.replaceAll('_', ' ')}`,
  );
  const insights = drawInsights(result, style);
  return [`dimensions: ${scores.join(' · ')}`, ...insights.slice(0, 2 * MOST_INSIGHTS)];
}

/** Remarks that do not affect the result but deserve attention. */
export function advisoryRemarks({ results, gates, steps }: RunResult): string[] {
  const failed = results.filter(({ verdict, required }) => verdict === 'FAIL' && !required);
  const unwitnessed = describeSteps(steps);
  return [
    ...(unwitnessed === null ? [] : [`steps: ${unwitnessed}`]),
    ...failed.map(({ name, reason }) => `advisory check failed: ${name}: ${reason}`),
    ...(gates.disagreement === null ? [] : [explainDisagreement(gates.disagreement)]),
  ];
}

function explainDisagreement(disagreement: Disagreement): string {
  switch (disagreement) {
    case 'constraint_violated':
      return 'disagreement: the judge passed the run, but a required check failed';
    case 'unconvincing':
      return 'disagreement: the required checks passed, but the judge failed the run';
    case 'review_advised':
      return 'review advised: judge and required checks passed the run, but an advisory check failed';
  }
}
