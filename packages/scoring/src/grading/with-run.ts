import type { ChangeRecord, CheckReport, Finding, ScorerResult } from '@assay/schema';
import { isGate } from '../scorers/is-gate.ts';
import { gradeFindings } from './finding-grade.ts';
import { isScored, meanScore } from './mean-score.ts';
import { overallVerdict } from './overall-verdict.ts';

/** What running decides about a test that ran: the text of a change then only explains. */
const DECIDED_BY_RUNNING: ReadonlySet<ScorerResult['type']> = new Set([
  'assertions_not_weakened',
  'no_new_skips',
  'test_count_floor',
]);

const SEVERITIES = { blocks: 'failure', review: 'review', note: 'note' } as const;

/** A check with the record of running the change. `required`: what the record finds counts like other findings. */
export function withRun(
  report: CheckReport,
  run: ChangeRecord,
  { required, strict }: { readonly required: boolean; readonly strict: boolean },
): CheckReport {
  if (run.state === 'nothing_to_run') return { ...report, run };
  const decided = new Set(run.state === 'ran' && required ? run.decided : []);
  const told = new Set(run.findings.map(placeOf));
  const results = [
    describeRun(run, { required, strict }),
    ...report.results.map((each) => decide(each, decided, told)),
  ];
  const graded = gradeFindings(results);
  return {
    ...report,
    ...graded,
    overall: overallVerdict(results.filter(isGate)),
    mean_score: meanScore(results),
    mean_required: meanScore(results.filter((each) => each.required)),
    scored: `${results.filter(isScored).length} of ${results.length}`,
    run,
  };
}

function describeRun(run: ChangeRecord, { required, strict }: { required: boolean; strict: boolean }): ScorerResult {
  const findings = run.findings.map(({ rule, grade, test: _, path = '', allowed: __, ...rest }): Finding => {
    const severity = strict && grade === 'review' ? 'failure' : SEVERITIES[grade];
    return { path, ...rest, kind: rule, severity };
  });
  const all = {
    name: 'tests run on both sides',
    type: 'change-run' as const,
    required,
    findings: findings.filter(({ kind }) => kind !== 'N2'),
    findings_omitted: 0,
    duration_ms: Object.values(run.corners).reduce((sum, corner) => sum + (corner?.duration_ms ?? 0), 0),
  };
  if (run.state === 'not_run')
    return {
      ...all,
      required: false,
      verdict: 'ERROR',
      score: null,
      code: 'scorer_crashed',
      reason: `could not be run: ${run.cannot}`,
    };
  const failures = findings.filter(({ severity }) => severity === 'failure').length;
  const proving = run.proves.length;
  const proof = proving === 0 ? '' : `; ${proving} ${proving === 1 ? 'test proves' : 'tests prove'} the change`;
  const reason = `${run.runs} ${run.runs === 1 ? 'run' : 'runs'}${proof}`;
  return failures === 0
    ? { ...all, verdict: 'PASS', score: 1, reason }
    : {
        ...all,
        verdict: 'FAIL',
        score: 0,
        reason: `${failures} ${failures === 1 ? 'finding blocks' : 'findings block'}; ${reason}`,
      };
}

const placeOf = ({ path, line }: { readonly path?: string | undefined; readonly line?: number | undefined }): string =>
  `${path}:${line}`;

/** A result whose findings in tests that ran only explain, and are left out where running found the same edit. */
function decide(result: ScorerResult, decided: ReadonlySet<string>, told: ReadonlySet<string>): ScorerResult {
  if (!DECIDED_BY_RUNNING.has(result.type)) return result;
  const findings = result.findings.flatMap((finding): Finding[] => {
    if (!decided.has(finding.path)) return [finding];
    return told.has(placeOf(finding)) ? [] : [{ ...finding, severity: 'note' }];
  });
  const is_open = findings.some(({ severity = 'failure' }) => severity === 'failure');
  const was_open = result.findings.some(({ severity = 'failure' }) => severity === 'failure');
  if (result.verdict !== 'FAIL' || is_open || !was_open) return { ...result, findings };
  return { ...result, findings, verdict: 'PASS', score: 1, reason: `decided by running the tests: ${result.reason}` };
}
