import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AssayError,
  Evidence,
  type Grade,
  JudgeCall,
  type LatencyBaseline,
  type OrganizationId,
  parse,
  type Scorecard,
  type ScorecardInput,
  type WorkspaceId,
} from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import { scorecardInput } from '@assay/scoring';
import type { Store, Tables } from '../store/store.ts';
import type { PutContents } from '../store/tables/contents/evidence-parts.ts';
import type { EvidencePart } from '../store/tables/contents/run-evidence.ts';
import { runGradedMessage } from '../webhooks/run-graded-message.ts';
import { readFiles } from './read-files.ts';

/** An executed and graded run in its folder. */
export interface GradedRun {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  /** The attempt that executed it, which must still hold the run; null for a run executed elsewhere. */
  readonly attempt: number | null;
  /** A run folder as the harness writes it; links are rejected. */
  readonly folder: string;
  /** Computed or verified from the evidence by our own code. */
  readonly grade: Grade;
  /** The latency baseline for a run whose evidence has none. */
  readonly baseline?: LatencyBaseline | null;
  /** Its files in the store of contents; see `putRunFiles`. */
  readonly put?: PutContents;
}

/** A stored graded run. */
export interface SavedRun {
  readonly run: RunSummary;
  readonly evidence: Evidence;
  readonly grade: Grade;
  /** Null if the run was not scored. */
  readonly scorecard: Scorecard | null;
}

/** Puts the files of a run into the store of contents. Call it before the transaction in which the run is saved. */
export const putRunFiles = (
  { contents }: Pick<Store, 'contents'>,
  { organization_id, ...run }: Pick<GradedRun, 'organization_id' | 'folder' | 'grade'>,
): Promise<PutContents> => contents.put(organization_id, listFiles(run));

/**
 * Stores a run with its evidence, grade, score and judgments in one transaction. A second first grade, or an attempt
 * that lost the run to another, is a conflict.
 */
export async function saveGradedRun(store: Store, graded: GradedRun): Promise<SavedRun> {
  const { organization_id, workspace_id, folder } = graded;
  const evidence = await readEvidence(folder);
  const judgments = await readJudgments(folder);
  const { grade, baseline = null } = graded;
  const score = buildScoreRecord(evidence, { grade, baseline });
  const { run_id } = evidence.run;
  const run = await store.transaction(async (tables) => {
    // large content first, so that contended rows are locked only briefly
    const parts = await saveParts(tables, graded);
    await finish(tables, { ...graded, evidence });
    await tables.run_evidence.link(organization_id, { run_id, attempt: graded.attempt ?? 0, parts });
    if (judgments.length > 0) await tables.judgments.keep(organization_id, { run_id, judgments });
    if (score !== null) await tables.agent_run_scores.keep(organization_id, { run_id, ...score });
    await tables.grades.create(organization_id, grade);
    const message = runGradedMessage({ run: evidence.run, workspace_id, grade, revision: 1 });
    await tables.webhook_deliveries.announce(organization_id, message);
    return await tables.runs.find(organization_id, run_id);
  });
  if (run === undefined) throw new AssayError('internal', `The run ${run_id} was not stored`);
  const { run: _, ...summary } = run;
  return { run: summary, evidence, grade, scorecard: score?.scorecard ?? null };
}

async function finish(
  tables: Tables,
  { organization_id, workspace_id, attempt, evidence: { run, task } }: GradedRun & { evidence: Evidence },
): Promise<void> {
  if (attempt !== null) {
    await tables.runs.finish(organization_id, { run, attempt });
    return;
  }
  await tables.tasks.keep(organization_id, task);
  await tables.runs.record(organization_id, { run, workspace_id });
}

async function readEvidence(folder: string): Promise<Evidence> {
  return parse(Evidence, JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8')));
}

async function readJudgments(folder: string): Promise<JudgeCall[]> {
  // a run without a judge has none
  const text = await readFile(join(folder, 'judgments.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [parse(JudgeCall, JSON.parse(line))]));
}

async function saveParts(
  tables: Tables,
  { organization_id, put, ...run }: Pick<GradedRun, 'organization_id' | 'folder' | 'grade' | 'put'>,
): Promise<EvidencePart[]> {
  const parts: EvidencePart[] = [];
  // thousands of files may be empty or the same
  const saved = new Map<string, EvidencePart>();
  for await (const { name, content } of listFiles(run)) {
    const digest = createHash('sha256').update(content).digest('hex');
    const part = saved.get(digest) ?? (await tables.run_evidence.saveContent(organization_id, { name, content, put }));
    saved.set(digest, part);
    parts.push({ ...part, name });
  }
  return parts;
}

/** The files to store. Submitted grades are not trusted: only the verified one is among them. */
async function* listFiles({ folder, grade }: Pick<GradedRun, 'folder' | 'grade'>) {
  for await (const file of readFiles(folder))
    if (file.name !== 'grade.json' && !file.name.startsWith('grades/')) yield file;
  yield { name: 'grade.json', content: Buffer.from(`${JSON.stringify(grade, null, 2)}\n`) };
}

/** The stored score of a run: the scorecard of its grade and its inputs. */
interface ScoreRecord {
  readonly scorecard: Scorecard;
  readonly inputs: ScorecardInput;
}

/** Null if the run has no scorecard. Takes the scorecard of the grade; does not compute it again. */
function buildScoreRecord(
  evidence: Evidence,
  { grade, baseline }: { readonly grade: Grade; readonly baseline: LatencyBaseline | null },
): ScoreRecord | null {
  const { scorecard, outcome, results } = grade;
  if (scorecard === null) return null;
  const inputs = scorecardInput(
    {
      evidence,
      results,
      ...(evidence.baseline === undefined && { baseline }),
      scorecard_weights: scorecard.weights,
    },
    outcome,
  );
  return { scorecard, inputs };
}
