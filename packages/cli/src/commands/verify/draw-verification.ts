import type { Statement } from '@assay/schema';
import type { Verification } from '@assay/server/attestations';
import { formatNoun, onOneLine } from '../../terminal/format.ts';
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
  const { result } = statement.predicate;
  if ('record' in statement.predicate.assay) {
    const { issued_at, assay_version, record } = statement.predicate.assay;
    const { proves, trees } = record;
    return [
      `${record.head} against ${record.base}: ${result}`,
      record.state === 'nothing_to_run'
        ? 'the change has no code, and nothing ran'
        : `${formatNoun(record.findings.filter(({ grade }) => grade === 'blocks').length, 'blocking finding')}, ${formatNoun(proves.length, 'test')} that fail without the change`,
      `tree ${trees.after}, before ${trees.before}`,
      `signed ${issued_at} by assay ${assay_version}`,
    ];
  }
  const { assay } = statement.predicate;
  const { run_id, agent_id, scenario, score, tier, issued_at, expires_at } = assay;
  return [
    `${run_id}, ${agent_id} on ${scenario}: ${result}`,
    ...(score === null ? [] : [`score ${score}, ${tier}`]),
    `issued ${issued_at}, valid until ${expires_at}`,
  ];
}
