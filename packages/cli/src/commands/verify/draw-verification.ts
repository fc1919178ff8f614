import type { Statement } from '@assay/schema';
import type { Verification } from '@assay/server/attestations';
import { onOneLine } from '../../terminal/format.ts';
import type { Style } from '../../terminal/style.ts';

/** The verification of an attestation as text. */
export function drawVerification(result: Verification, style: Style): string {
  if (!result.valid) return `${style.bad('invalid')}  ${result.reason}: ${onOneLine(result.detail)}\n`;
  const lines = describe(result.statement).map((line) => `  ${onOneLine(line)}`);
  return `${style.good('valid')}  signed by ${result.kid}\n${lines.join('\n')}\n`;
}

function describe(statement: Statement): string[] {
  if (statement.predicateType === 'urn:assay:attestation:reputation:v1') {
    const { predicate } = statement;
    const { agent_id, organization_id, issued_at, expires_at, window } = predicate;
    const score =
      predicate.score === null
        ? `${predicate.lifecycle}, ${predicate.calibration} evaluations`
        : `${predicate.score} of 1000 (${predicate.interval.low} to ${predicate.interval.high}), ${predicate.lifecycle}, ${predicate.eval_count} evaluations`;
    return [
      `${agent_id} of ${organization_id}: ${score}`,
      `evaluations ${window.from_seq} to ${window.to_seq}`,
      `issued ${issued_at}, valid until ${expires_at}`,
    ];
  }
  const { result, assay } = statement.predicate;
  const { run_id, agent_id, scenario, score, tier, issued_at, expires_at } = assay;
  return [
    `${run_id}, ${agent_id} on ${scenario}: ${result}`,
    ...(score === null ? [] : [`score ${score}, ${tier}`]),
    `issued ${issued_at}, valid until ${expires_at}`,
  ];
}
