import type { Grade } from '@assay/schema';

/** Which gates a run had to pass, whether it did, and which were not asked, such as `checks PASS · judge not asked`. */
export function describeGates({
  gates,
  judgment,
  judge_gates = true,
}: Pick<Grade, 'gates' | 'judgment' | 'judge_gates'>): string {
  const judge_required = judge_gates && gates.judge !== null;
  const required = [
    gates.run,
    ...(gates.scorers === 'N/A' ? [] : [gates.scorers]),
    ...(judge_required ? [gates.judge] : []),
  ];
  const missed = required.filter((verdict) => verdict !== 'PASS').length;
  const judge = judgment === null ? 'not asked' : (judgment.verdict ?? 'UNPARSEABLE');
  const aside = judgment === null || judge_required ? '' : ', not required';
  const parts = [
    // a run that did not complete says more than its checks
    ...(gates.run === 'FAIL' ? ['run FAIL'] : []),
    gates.scorers === 'N/A' ? 'no required check' : `checks ${gates.scorers}`,
    `judge ${judge}${aside}`,
  ];
  const found =
    missed === 0 ? 'All required gates passed' : `${missed} of ${required.length} required gates did not pass`;
  return `${found} (${parts.join(' · ')})`;
}
