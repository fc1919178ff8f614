import type { FactCheck, Judgment } from '@assay/schema';
import { shorten } from '../terminal/fit.ts';

const REASONING_LENGTH = 120;

/** A row that Assay checked itself and found broken. It stands, whatever the judge says. */
export const isContradicted = ({ status, by }: FactCheck): boolean => status === 'violated' && by === 'deterministic';

/** The verdict in a cell of a table; one that decides nothing or is missing says so. */
export function verdictCell(judgment: Judgment | null): string {
  if (judgment === null) return '–';
  if (judgment.verdict === null) return 'unparseable';
  return judgment.standing === 'probation' ? `${judgment.verdict} (probation)` : judgment.verdict;
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
