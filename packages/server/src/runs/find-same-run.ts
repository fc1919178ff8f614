import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OrganizationId, RunId } from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import type { Store } from '../store/store.ts';

// the files a run and its grade are made of
const COMPARED = ['evidence.json', 'transcript.jsonl', 'diff.patch'];

/** The stored run with the same evidence as a submitted folder, so that sending a run twice is harmless. */
export async function findSameRun(
  { runs, run_evidence }: Pick<Store, 'runs' | 'run_evidence'>,
  organization_id: OrganizationId,
  folder: string,
): Promise<RunSummary | undefined> {
  const run_id = RunId.safeParse(await readRunId(folder)).data;
  if (run_id === undefined) return undefined;
  const stored = await runs.find(organization_id, run_id);
  if (stored === undefined) return undefined;
  const kept = new Map(
    (await run_evidence.list(organization_id, { run_id, attempt: stored.attempt })).map(({ name, digest }) => [
      name,
      digest,
    ]),
  );
  for (const name of COMPARED) if (kept.get(name) !== (await readDigest(join(folder, name)))) return undefined;
  const { run: _, ...summary } = stored;
  return summary;
}

// what cannot be read is reported when the run is graded
async function readRunId(folder: string): Promise<unknown> {
  try {
    const evidence: { run?: { run_id?: unknown } } | null = JSON.parse(
      await readFile(join(folder, 'evidence.json'), 'utf8'),
    );
    return evidence?.run?.run_id;
  } catch {
    return undefined;
  }
}

const readDigest = (file: string): Promise<string | undefined> =>
  readFile(file).then(
    (content) => createHash('sha256').update(content).digest('hex'),
    () => undefined,
  );
