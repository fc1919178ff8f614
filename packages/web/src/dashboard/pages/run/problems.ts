import type { Finding, Grade, IntegrityFinding, ScorerResult, Stage } from '@assay/schema';
import type { Diff } from '@assay/scoring';
import { type DiffRow, isCode, layoutFile, type PinnedFinding } from '../../../shared/diff/diff-rows.ts';
import { excerptRows } from '../../../shared/diff/excerpt.ts';
import type { Tone } from '../../../shared/tone.ts';

/** Something that failed, or that a person should review, with the places that show it. */
export interface Problem {
  /** Unique within a run: the name of the check, detector, stage or judge. */
  readonly name: string;
  readonly kind: string;
  readonly word: 'FAIL' | 'ERROR' | 'REVIEW';
  readonly tone: Tone;
  readonly reason: string;
  readonly findings: readonly Finding[];
  readonly omitted: number;
}

/** Everything that failed or needs review: the deciding check first, then by how serious it is. */
export function listProblems(grade: Grade, stages: readonly Stage[]): Problem[] {
  const failed = grade.results.filter(({ verdict }) => verdict === 'FAIL');
  const reported = new Set(failed.map(({ name }) => name));
  const problems = [
    ...stages.filter(({ passed }) => !passed).map(stageProblem),
    ...failed.map(checkProblem),
    ...integrityProblems(grade, reported),
    ...judgeProblem(grade),
    ...grade.results.filter(({ verdict, required }) => verdict === 'ERROR' && required).map(errorProblem),
  ];
  const { check, stage } = grade.result_reason;
  const decides = ({ name }: Problem): boolean => name === (check ?? stage);
  const rank = (problem: Problem): number =>
    decides(problem) ? 0 : 1 + ['bad', 'warn', 'muted'].indexOf(problem.tone);
  return problems
    .toSorted((one, other) => rank(one) - rank(other))
    .map((problem) => (decides(problem) && problem.word === 'FAIL' ? { ...problem, tone: 'bad' } : problem));
}

const stageProblem = ({ name, attempts }: Stage): Problem => ({
  ...{ name, kind: 'stage', word: 'FAIL', tone: 'bad', findings: [], omitted: 0 },
  reason: `Still fails after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
});

const checkProblem = ({ name, type, required, reason, findings, findings_omitted }: ScorerResult): Problem => ({
  ...{ name, reason, findings, word: 'FAIL', omitted: findings_omitted },
  kind: required ? type : `${type}, advisory`,
  tone: required ? 'bad' : 'warn',
});

const errorProblem = ({ name, type, reason, findings }: ScorerResult): Problem => ({
  ...{ name, kind: type, word: 'ERROR', tone: 'warn', reason, findings, omitted: 0 },
});

/** Findings of the detectors, except those of a check that failed because of them. */
function integrityProblems({ integrity, result }: Grade, reported: ReadonlySet<string>): Problem[] {
  const byName = Map.groupBy(integrity.findings, ({ check, type }) => check ?? type);
  return [...byName].flatMap(([name, findings]) => {
    if (reported.has(name)) return [];
    const decides = result === 'tampered' && findings.some(({ certain }) => certain === true);
    return {
      ...{ name, kind: kindOf(findings), findings, omitted: 0 },
      ...(decides ? { word: 'FAIL', tone: 'bad' } : { word: 'REVIEW', tone: 'warn' }),
      reason: decides ? 'Changed what grades the run' : 'May have changed what grades the run: review it',
    } as const;
  });
}

const kindOf = ([first]: readonly IntegrityFinding[]): string => first?.type ?? 'integrity';

function judgeProblem({ gates, judgment }: Grade): Problem[] {
  if (judgment?.status !== 'judged' || gates.judge !== 'FAIL') return [];
  const { findings, reasoning } = judgment;
  return [{ name: 'judge', kind: 'judge', word: 'FAIL', tone: 'bad', reason: reasoning, findings, omitted: 0 }];
}

/** Excerpts shown on one page; more are links. */
const MOST_EXCERPTS = 12;

/** The part of the diff that shows each finding. Each place is shown once, at its first finding. */
export function findExcerpts(
  problems: readonly Problem[],
  diff: Diff,
  pins: readonly PinnedFinding[],
): ReadonlyMap<Finding, readonly DiffRow[]> {
  const files = new Map(diff.files.map((file) => [file.path, file]));
  const excerpts = new Map<Finding, readonly DiffRow[]>();
  const shown = new Map<string, Set<number>>();
  const findings = problems.flatMap((problem) => problem.findings);
  // a finding about a whole file needs no excerpt beside one of its lines
  const inOrder = findings.toSorted((one, other) => Number(one.line === undefined) - Number(other.line === undefined));
  for (const finding of inOrder) {
    const file = files.get(finding.path);
    const lines = shown.get(finding.path);
    const isShown = lines !== undefined && (finding.line === undefined || lines.has(finding.line));
    if (file === undefined || isShown || excerpts.size === MOST_EXCERPTS) continue;
    const rows = excerptRows(layoutFile(diff, file, pins), finding.line);
    excerpts.set(finding, rows);
    const seen = rows.flatMap((row) => (isCode(row) && row.after !== null ? [row.after] : []));
    shown.set(finding.path, new Set([...(lines ?? []), ...seen]));
  }
  return excerpts;
}
