import type { Disagreement, RunResult } from '@assay/schema';
import { onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawInsights } from './insights.ts';
import { drawAxis } from './score-card.ts';

/** What `assay grade` shows of a session, for a run: dimensions, insights, failed advisory scorers, disagreement. */
export function drawRunDetails(result: RunResult, style: Style): string[] {
  const { axis } = result;
  const insights = drawInsights(result, style);
  const remarks = advisoryRemarks(result).map((remark) => style.warn(`! ${onOneLine(remark)}`));
  return [
    // the ledger names interactions by number; insights say what they were
    ...(axis === null ? [] : ['', drawAxis({ ...axis, ledger: [] }, style).trimEnd()]),
    ...(insights.length === 0 ? [] : ['', ...insights]),
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
  ];
}

/** What does not decide whether a run passed, and should be seen all the same. */
export function advisoryRemarks({ results, gates }: RunResult): string[] {
  const failed = results.filter(({ verdict, required }) => verdict === 'FAIL' && !required);
  return [
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
