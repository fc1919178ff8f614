import { type FactCheck, findJudgeState, type Grade, type Judgment } from '@assay/schema';
import { shorten } from '../terminal/fit.ts';

const REASONING_LENGTH = 120;

/** A row that Assay checked itself and found broken. It stands, whatever the judge says. */
export const isContradicted = ({ status, by }: FactCheck): boolean => status === 'violated' && by === 'deterministic';

/** The verdict in a cell of a table; one that decides nothing or is missing says why. */
export function verdictCell(judgment: Judgment | null, not_scored: Grade['not_scored'] = null): string {
  const state = findJudgeState({ judgment, not_scored });
  if (judgment === null || (state !== 'PASS' && state !== 'FAIL')) return state.replaceAll('_', ' ');
  return judgment.standing === 'probation' ? `${state} (probation)` : state;
}

/** Why somebody should look at a judgment, a sentence each; nothing where the judge is content and nothing speaks against it. */
export function complaintsOf(judgment: Judgment | null): string[] {
  if (judgment === null) return [];
  return [
    ...(judgment.status === 'unparseable' ? [`judge without a verdict: ${judgment.reason}, ${judgment.detail}`] : []),
    ...(judgment.status === 'judged' && judgment.verdict === 'FAIL'
      ? [`judge FAIL ${judgment.failure_mode ?? ''}: ${shorten(judgment.reasoning, REASONING_LENGTH)}`]
      : []),
    ...judgment.fact_checks.filter(isContradicted).map(({ statement }) => `violated, as Assay checked: ${statement}`),
    ...judgment.findings.map(({ kind, path, message }) => `${kind ?? 'finding'} ${path}: ${message}`),
  ];
}

/** How often judges said PASS, over those that gave a verdict; null where none was asked. */
export function judgeTotals(judgments: readonly (Judgment | null)[]): string | null {
  const asked = judgments.flatMap((judgment) => judgment ?? []);
  if (asked.length === 0) return null;
  const verdicts = asked.flatMap(({ verdict }) => verdict ?? []);
  const passed = verdicts.filter((verdict) => verdict === 'PASS').length;
  return `the judge passed ${passed} of ${verdicts.length}, judged ${verdicts.length} of ${judgments.length}`;
}
