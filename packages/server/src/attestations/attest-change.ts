import { canonicalDigest } from '@assay/harness';
import { AssayError, type ChangeRecord, type ChangeStatement, type DsseEnvelope } from '@assay/schema';
import { signStatement } from './sign-statement.ts';
import type { Signer } from './signing-key.ts';

interface Attested {
  readonly record: ChangeRecord;
  readonly assay_version: string;
  readonly now: number;
}

/** Attests the record of a change. It never expires: the subject is the tree that ran, which never changes. */
export function attestChange({ record, assay_version, now }: Attested, signer: Signer): DsseEnvelope {
  if (record.state === 'not_run')
    throw new AssayError('conflict', `there is no record to sign, because nothing could be run: ${record.cannot}`);
  const { trees, environment, head, findings, proves } = record;
  const listTests = (graded: string): string[] => [
    ...new Set(findings.flatMap(({ grade, test }) => (grade === graded ? (test ?? []) : []))),
  ];
  const statement: ChangeStatement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: head, digest: { gitTree: trees.after } },
      { name: 'record', digest: { sha256: canonicalDigest(record) } },
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: resultOf(record),
      configuration: [
        { name: record.base, digest: { gitTree: trees.before } },
        ...(environment === null ? [] : [{ name: 'environment', digest: { sha256: environment } }]),
      ],
      passedTests: proves,
      warnedTests: listTests('review'),
      failedTests: listTests('blocks'),
      assay: { issued_at: new Date(now).toISOString(), assay_version, record },
    },
  };
  return signStatement(statement, signer);
}

function resultOf({ findings, corners: { NN } }: ChangeRecord): ChangeStatement['predicate']['result'] {
  const is_red = NN !== null && (NN.exit_code !== 0 || NN.timed_out);
  if (is_red || findings.some(({ grade }) => grade === 'blocks')) return 'FAILED';
  return findings.some(({ grade }) => grade === 'review') ? 'WARNED' : 'PASSED';
}
