import { canonicalJson } from '@assay/harness';
import type { CheckReport, Comparison, Proof } from '@assay/schema';
import type { CheckedChange } from '@assay/schema/api';
import type { PackOptions } from './pack-run.ts';
import type { Parcel } from './parcel.ts';

type Described = Pick<Parcel, 'kind' | 'name' | 'operation'> & { readonly fields?: Parcel['fields'] };

export const packComparison = (comparison: Comparison, options: PackOptions): Parcel =>
  pack({ comparison }, options, {
    kind: 'comparison',
    name: comparison.comparison_id,
    operation: 'putComparison',
    fields: { comparison_id: comparison.comparison_id },
  });

export const packProof = (named: { scenario: string; proof: Proof }, options: PackOptions): Parcel =>
  pack(named, options, { kind: 'proof', name: named.scenario, operation: 'createProof' });

export const packCheck = (checked: { change: CheckedChange; report: CheckReport }, options: PackOptions): Parcel =>
  pack(checked, options, {
    kind: 'check',
    name: `${checked.report.base}…${checked.report.head}`,
    operation: 'createCheck',
  });

function pack(
  document: object,
  { redactor, workspace_id }: PackOptions,
  { fields = {}, ...described }: Described,
): Parcel {
  const { value, redacted } = redactor.json(document);
  const body = Buffer.from(canonicalJson({ ...value, ...(workspace_id === undefined ? {} : { workspace_id }) }));
  return {
    ...described,
    fields,
    content: { type: 'application/json', body },
    files: [{ name: `${described.kind}.json`, bytes: body.length, redacted }],
    left_out: [],
  };
}
