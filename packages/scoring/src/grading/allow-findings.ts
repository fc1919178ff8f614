import type { AllowedTestChange, AnyScorerType, Finding } from '@assay/schema';
import { pass, type ScorerOutcome } from '../scorer.ts';
import { findScorer } from '../scorers/index.ts';

type AllowedFinding = Finding & { readonly reason: string };

/**
 * Removes allowed findings from an outcome. A failed outcome without remaining findings passes; otherwise the score is
 * not recomputed.
 */
export function allowFindings(
  outcome: ScorerOutcome,
  { type, allowed }: { readonly type: AnyScorerType; readonly allowed: readonly AllowedTestChange[] },
): { readonly outcome: ScorerOutcome; readonly findings_allowed: readonly AllowedFinding[] } {
  const { findings = [] } = outcome;
  if (!findScorer(type)?.may_be_allowed || allowed.length === 0) return { outcome, findings_allowed: [] };
  const byPath = Map.groupBy(allowed, ({ path }) => path);
  const left: Finding[] = [];
  const findings_allowed: AllowedFinding[] = [];
  for (const finding of findings) {
    const entry = byPath.get(finding.path)?.find(({ kind }) => ['any', type, finding.kind].includes(kind));
    if (entry === undefined) left.push(finding);
    else findings_allowed.push({ ...finding, reason: entry.reason });
  }
  if (findings_allowed.length === 0) return { outcome, findings_allowed };
  const { duration_ms } = outcome;
  const details = { findings: left, ...(duration_ms === undefined ? {} : { duration_ms }) };
  const note = `${findings_allowed.length} of ${findings.length} findings are allowed`;
  if (outcome.verdict === 'FAIL' && !left.some(({ severity = 'failure' }) => severity === 'failure'))
    return { outcome: pass(`${note}: ${outcome.reason}`, details), findings_allowed };
  return { outcome: { ...outcome, ...details, reason: `${outcome.reason}; ${note}` }, findings_allowed };
}
