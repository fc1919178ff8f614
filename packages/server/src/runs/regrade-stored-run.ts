import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readFormulas } from '@assay/harness';
import { AssayError, type Grade, type OrganizationId, type RunId, type ScorerSpec } from '@assay/schema';
import { openScratchFolder } from '../scratch/scratch-folder.ts';
import type { SaveInTransaction } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/store.ts';
import { runGradedMessage } from '../webhooks/run-graded-message.ts';
import { findRun } from './find-run.ts';
import { gradeOnThread } from './grading-thread.ts';
import { listEvidence } from './read-evidence.ts';

interface Regrade {
  readonly organization_id: OrganizationId;
  readonly run_id: RunId;
  readonly label: string;
  readonly scorers: readonly ScorerSpec[] | undefined;
  readonly formulas: Readonly<Partial<Record<string, string>>>;
  readonly signal: AbortSignal;
  /** Stores the grade in one transaction with related writes. */
  readonly keep: SaveInTransaction<RegradedRun>;
}

interface RegradedRun {
  readonly revision: number;
  readonly revisions: number;
  readonly grade: Grade;
  readonly warnings: string[];
}

/** Grades a run again from its stored evidence. The new grade becomes current; earlier ones stay. */
export async function regradeStoredRun(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { organization_id, run_id, label, scorers, formulas, signal, keep }: Regrade,
): Promise<RegradedRun> {
  const versions = readFormulas(Object.entries(formulas).map(([name, version]) => `${name}@${version}`));
  const { run, workspace_id } = await findRun(store, organization_id, run_id);
  await using scratch = await openScratchFolder();
  const [folder, root] = [join(scratch.path, 'run'), join(scratch.path, 'root')];
  const current = await writeRunFolder(store, { organization_id, run_id, folder });
  const again = { kind: 'again', folder, root, now_ms: now(), label, formulas: versions, scorers } as const;
  const { grade, warnings } = await gradeOnThread(organization_id, again, signal);
  const revision = current + 1;
  return await keep(async (within) => {
    await within.store.transaction(async ({ grades, webhook_deliveries }) => {
      await grades.replace(organization_id, { grade, revision: current });
      if (run === null) return;
      await webhook_deliveries.announce(organization_id, runGradedMessage({ run, workspace_id, grade, revision }));
    });
    return { revision, revisions: revision, grade, warnings: [...warnings] };
  });
}

/** Writes the run folder with its evidence and grades. Returns the current revision. */
async function writeRunFolder(
  store: Store,
  { organization_id, run_id, folder }: { organization_id: OrganizationId; run_id: RunId; folder: string },
): Promise<number> {
  const { attempt, files } = await listEvidence(store, { organization_id, run_id });
  const grades = await store.grades.list(organization_id, run_id);
  const first = grades.at(-1);
  if (first === undefined)
    throw new AssayError('conflict', `The run ${run_id} is not graded yet; wait until it is over`);
  await mkdir(join(folder, 'grades'), { recursive: true });
  for (const { name } of files) {
    const content = await store.run_evidence.read(organization_id, { run_id, attempt, name });
    if (name === 'grade.json' || content === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, { flag: 'wx' });
  }
  await writeFile(join(folder, 'grade.json'), JSON.stringify(first));
  // regrading looks for the last grade with a judge among all of them
  for (const [index, grade] of grades.slice(0, -1).toReversed().entries())
    await writeFile(join(folder, 'grades', `${String(index).padStart(6, '0')}.json`), JSON.stringify(grade));
  return grades.length;
}
