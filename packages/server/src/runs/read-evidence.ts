import { AssayError, type OrganizationId, type RunId } from '@assay/schema';
import type { Tables } from '../store/store.ts';
import type { EvidencePart } from '../store/tables/run-evidence.ts';
import { findRun } from './find-run.ts';

type EvidenceTables = Pick<Tables, 'runs' | 'run_evidence' | 'evidence_retention'>;

interface Asked {
  readonly organization_id: OrganizationId;
  readonly run_id: RunId;
  /** The last, unless told. */
  readonly attempt?: number | undefined;
}

/** The files that an attempt at a run left; a run whose evidence was removed says so. */
export async function listEvidence(
  tables: EvidenceTables,
  { organization_id, run_id, attempt }: Asked,
): Promise<{ attempt: number; files: EvidencePart[] }> {
  const run = await findRun(tables, organization_id, run_id);
  await tables.evidence_retention.requireKept(organization_id, run_id);
  const wanted = attempt ?? run.attempt;
  return { attempt: wanted, files: await tables.run_evidence.list(organization_id, { run_id, attempt: wanted }) };
}

/** The content of one of them; undefined when the run left no such file. */
export async function findEvidence(
  tables: EvidenceTables,
  { organization_id, run_id, attempt, name }: Asked & { readonly name: string },
): Promise<Buffer | undefined> {
  const run = await findRun(tables, organization_id, run_id);
  await tables.evidence_retention.requireKept(organization_id, run_id);
  return await tables.run_evidence.read(organization_id, { run_id, attempt: attempt ?? run.attempt, name });
}

/** The same for a file that every finished run has. */
export async function getEvidence(tables: EvidenceTables, asked: Asked & { readonly name: string }): Promise<Buffer> {
  const content = await findEvidence(tables, asked);
  if (content !== undefined) return content;
  throw new AssayError('not_found', `Expected ${asked.name} of ${asked.run_id}, found that it left no such file`);
}
