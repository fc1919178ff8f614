import type { CheckResult, EvaluateResponse } from '@assay/schema';
import { onOneLine } from '../../terminal/format.ts';
import type { Style } from '../../terminal/style.ts';

/** An evaluation to show; one computed locally has no reputation. */
export type ShownEvaluation = Pick<EvaluateResponse, 'passed' | 'reason' | 'checks'> &
  Partial<Pick<EvaluateResponse, 'status' | 'reputation'>>;

/** An evaluation as text: verdict, reason, and the reputation after it. */
export function drawEvaluation({ passed, reason, checks, status, reputation }: ShownEvaluation, style: Style): string {
  const lines = [headline(passed, style)];
  if (reason !== null) lines.push(`  ${onOneLine(reason)}`);
  const width = Math.max(0, ...checks.map(({ id }) => id.length));
  for (const { id, verdict, reason: why } of checks) {
    lines.push(
      `  ${color(verdict, style)(verdict.padEnd(5))} ${onOneLine(id).padEnd(width)}  ${style.dim(onOneLine(why))}`,
    );
  }
  if (reputation !== undefined) {
    const { score, calibration, lifecycle, eval_count, seq } = reputation;
    const place = status === 'dry_run' ? 'dry run: nothing was counted' : `evaluation ${seq} of this agent`;
    const told =
      score === null
        ? `reputation ${lifecycle}, ${calibration} evaluations`
        : `reputation ${style.bold(String(score))} of 1000, ${lifecycle}, ${eval_count} counted`;
    lines.push('', `${told}; ${place}`);
  }
  return `${lines.join('\n')}\n`;
}

function headline(passed: boolean | null, style: Style): string {
  if (passed === null) return style.warn('no verdict');
  return passed ? style.good('passed') : style.bad('failed');
}

function color(verdict: CheckResult['verdict'], style: Style): (text: string) => string {
  switch (verdict) {
    case 'PASS':
      return style.good;
    case 'FAIL':
      return style.bad;
    case 'ERROR':
      return style.warn;
    case 'N/A':
      return style.dim;
  }
}
