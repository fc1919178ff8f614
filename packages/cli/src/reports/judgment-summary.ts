import { type FactCheck, findJudgeState, type Grade, type Judgment } from '@assay/schema';
import { shorten } from '../terminal/fit.ts';

const REASONING_LENGTH = 120;

/** A fact check that Assay found violated. The judge cannot overrule it. */
export const isContradicted = ({ status, by }: FactCheck): boolean => status === 'violated' && by === 'deterministic';

/** The verdict for a table cell; without a verdict, the reason. */
export function verdictCell(judgment: Judgment | null, not_scored: Grade['not_scored'] = null): string {
  const state = findJudgeState({ judgment, not_scored });
  if (judgment === null || (state !== 'PASS' && state !== 'FAIL')) return state.replaceAll('_', ' ');
  return judgment.standing === 'probation' ? `${state} (probation)` : state;
}

/** What is wrong according to a judgment, one sentence each; empty if nothing is. */
export function judgmentProblems(judgment: Judgment | null): string[] {
  if (judgment === null) return [];
  return [
    ...(judgment.status === 'unparseable' ? [`no judge verdict: ${judgment.reason}, ${judgment.detail}`] : []),
    ...(judgment.status === 'judged' && judgment.verdict === 'FAIL'
      ? [`judge FAIL ${judgment.failure_mode ?? ''}: ${shorten(judgment.reasoning, REASONING_LENGTH)}`]
      : []),
    ...judgment.fact_checks.filter(isContradicted).map(({ statement }) => `violated (checked by Assay): ${statement}`),
    ...judgment.findings.map(({ kind, path, message }) => `${kind ?? 'finding'} ${path}: ${message}`),
  ];
}

/** Number of PASS verdicts and of verdicts; null if no judge was asked. */
export function judgeTotals(judgments: readonly (Judgment | null)[]): string | null {
  const asked = judgments.flatMap((judgment) => judgment ?? []);
  if (asked.length === 0) return null;
  const verdicts = asked.flatMap(({ verdict }) => verdict ?? []);
  const passed = verdicts.filter((verdict) => verdict === 'PASS').length;
  return `the judge passed ${passed} of ${verdicts.length}, judged ${verdicts.length} of ${judgments.length}`;
}
