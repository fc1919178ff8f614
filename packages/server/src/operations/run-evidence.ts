import { posix } from 'node:path';
import { AssayError } from '@assay/schema';
import {
  getRunArchive,
  getRunAttestation,
  getRunDiff,
  getRunEvidenceFile,
  getRunGrade,
  getRunScore,
  getRunTranscript,
  listRunEvidence,
  regradeRun,
} from '@assay/schema/api';
import { scorecardV2 } from '@assay/scoring';
import { packTar } from '../archives/pack-tar.ts';
import { attestRun } from '../attestations/attest-run.ts';
import { handle, handleInSteps } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { findRun } from '../runs/find-run.ts';
import { findEvidence, getEvidence, listEvidence } from '../runs/read-evidence.ts';
import { regradeStoredRun } from '../runs/regrade-stored-run.ts';
import { readTranscriptPart } from '../runs/transcript-part.ts';
import { requireSharedFile } from '../sharing/require-shared-file.ts';

export const getRunArchiveHandler = handle(
  getRunArchive,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const { attempt, files } = await listEvidence(store, { organization_id, run_id, attempt: query.attempt });
    if (files.length === 0) throw new AssayError('not_found', `The run ${run_id} has no files`);
    async function* read() {
      for (const { name } of files) {
        const content = await store.run_evidence.read(organization_id, { run_id, attempt, name });
        if (content !== undefined) yield { name: `${run_id}/${name}`, content };
      }
    }
    return new Reply({
      content: packTar(read()),
      headers: { 'content-disposition': `attachment; filename="${run_id}.tar"` },
    });
  },
);

export const getRunAttestationHandler = handle(
  getRunAttestation,
  async ({ params: { run_id }, caller: { organization_id }, services: { store, now } }) => {
    const stored = await store.runs.find(organization_id, run_id);
    if (stored === undefined) throw new AssayError('run_not_found', `There is no run ${run_id}`);
    const graded = await store.grades.find(organization_id, run_id);
    if (stored.run === null || graded === undefined) {
      throw new AssayError(
        'conflict',
        `The run ${run_id} is ${stored.status} and not graded yet; wait until it is graded`,
      );
    }
    return attestRun(store, { organization_id, run: stored.run, grade: graded.grade, now: now() });
  },
);

export const getRunDiffHandler = handle(
  getRunDiff,
  async ({ params: { run_id }, caller: { organization_id }, services: { store } }) => {
    const content = await findEvidence(store, { organization_id, run_id, name: 'diff.patch' });
    return new Reply({ content: content ?? '' });
  },
);

export const getRunEvidenceFileHandler = handle(
  getRunEvidenceFile,
  async ({ params: { run_id }, query: { name, attempt }, caller: { organization_id, share }, services: { store } }) => {
    if (share !== null) requireSharedFile({ name, attempt });
    const { content, bytes, encoding } = await getEvidence(store, { organization_id, run_id, attempt, name });
    // other characters are not safe in a header
    const plain = posix.basename(name).replaceAll(/[^\w.-]/g, '_');
    return new Reply({
      content,
      ...(encoding === 'zstd' ? { zstd: bytes } : {}),
      headers: { 'content-disposition': `attachment; filename="${plain}"` },
    });
  },
);

export const getRunGradeHandler = handle(
  getRunGrade,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const newest = await store.grades.find(organization_id, run_id);
    if (newest === undefined) {
      const { status } = await findRun(store, organization_id, run_id);
      throw new AssayError('not_found', `The run ${run_id} is ${status} and has no grade`);
    }
    const revisions = newest.revision;
    if (query.revision === undefined || query.revision === revisions) return { ...newest, revisions };
    const grade = (await store.grades.list(organization_id, run_id))[revisions - query.revision];
    if (grade === undefined)
      throw new AssayError(
        'not_found',
        `The run ${run_id} has ${revisions} grades; there is no revision ${query.revision}`,
      );
    return { revision: query.revision, revisions, grade };
  },
);

export const getRunScoreHandler = handle(
  getRunScore,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const { id: formula, version } = scorecardV2;
    const formula_version = query.formula_version ?? version;
    const score = await store.findScore({ organization_id, run_id, formula, formula_version });
    if (score !== undefined) return score;
    const { status } = await findRun(store, organization_id, run_id);
    const graded = await store.grades.find(organization_id, run_id);
    const reason =
      graded === undefined
        ? `The run is ${status}; it has no grade.`
        : (graded.grade.not_scored?.reason ??
          graded.grade.scorecard_reason ??
          `The run was not scored by version ${formula_version}.`);
    return { run_id, score: null, tier: 'Unranked' as const, formula_version, axes: null, reason };
  },
);

export const getRunTranscriptHandler = handle(
  getRunTranscript,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const content = await findEvidence(store, { organization_id, run_id, name: 'transcript.jsonl' });
    return readTranscriptPart(content ?? Buffer.alloc(0), { limit: query.limit, after: query.after ?? 0 });
  },
);

export const listRunEvidenceHandler = handle(
  listRunEvidence,
  ({ params: { run_id }, query: { attempt }, caller: { organization_id }, services: { store } }) =>
    listEvidence(store, { organization_id, run_id, attempt }),
);

export const regradeRunHandler = handleInSteps(
  regradeRun,
  async ({ params: { run_id }, body, caller: { organization_id }, services, request: { signal }, commit }) => {
    const { label, formulas, scorers } = body;
    const regrade = { organization_id, run_id, label, formulas, scorers, signal };
    return await regradeStoredRun(services, { ...regrade, keep: (write) => commit(write, (regraded) => regraded) });
  },
);
