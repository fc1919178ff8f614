import { AssayError, type OrganizationId, type RunId } from '@assay/schema';
import type { Tables } from '../store/store.ts';
import type { LoadedPart } from '../store/tables/contents/evidence-parts.ts';
import type { EvidencePart } from '../store/tables/contents/run-evidence.ts';
import { findRun } from './find-run.ts';

type EvidenceTables = Pick<Tables, 'runs' | 'run_evidence' | 'evidence_retention'>;

interface Asked {
  readonly organization_id: OrganizationId;
  readonly run_id: RunId;
  /** Default: the last. */
  readonly attempt?: number | undefined;
}

/** The evidence files of an attempt. Throws if the evidence was removed. */
export async function listEvidence(
  tables: EvidenceTables,
  { organization_id, run_id, attempt }: Asked,
): Promise<{ attempt: number; files: EvidencePart[] }> {
  const run = await findRun(tables, organization_id, run_id);
  await tables.evidence_retention.requireKept(organization_id, run_id);
  const wanted = attempt ?? run.attempt;
  return { attempt: wanted, files: await tables.run_evidence.list(organization_id, { run_id, attempt: wanted }) };
}

interface FileAsked extends Asked {
  readonly name: string;
}

/** The content of an evidence file; undefined if the run has no such file. */
export const findEvidence = async (tables: EvidenceTables, asked: FileAsked): Promise<Buffer | undefined> =>
  (await findFile(tables, asked))?.content;

async function findFile(
  tables: EvidenceTables,
  { organization_id, run_id, attempt, name }: FileAsked,
): Promise<LoadedPart | undefined> {
  const run = await findRun(tables, organization_id, run_id);
  await tables.evidence_retention.requireKept(organization_id, run_id);
  return await tables.run_evidence.find(organization_id, { run_id, attempt: attempt ?? run.attempt, name });
}

/** An evidence file with its stored bytes. Throws if the run has no such file. */
export async function getEvidence(tables: EvidenceTables, asked: FileAsked): Promise<LoadedPart> {
  const file = await findFile(tables, asked);
  if (file !== undefined) return file;
  throw new AssayError('not_found', `The run ${asked.run_id} has no file ${asked.name}`);
}
