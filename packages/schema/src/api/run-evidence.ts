import { z } from 'zod';
import { DsseEnvelope } from '../reputation/attestation.ts';
import { Grade } from '../results/grade.ts';
import { ScorerSpec } from '../scenarios/scorer-config.ts';
import { PublishedScore } from '../scores/scorecard.ts';
import { TranscriptEntry } from '../transcripts/transcript.ts';
import { Bytes, Count, Digest } from '../values/units.ts';
import { exampleEntries, exampleGrade, exampleRun, exampleRunAttestation } from './examples.ts';
import { defineOperation } from './operation.ts';
import { runParams } from './runs.ts';

const EvidenceFile = z
  .object({ name: z.string().min(1), digest: Digest, size_bytes: Bytes })
  .meta({ id: 'EvidenceFile', description: 'An evidence file, by its name in the run folder.' });

const attemptField = {
  attempt: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Attempt number. Default: the last one. 0: the run was executed elsewhere.' }),
};

export const listRunEvidence = defineOperation({
  id: 'list_run_evidence',
  method: 'get',
  path: '/v1/runs/{run_id}/evidence',
  tag: 'Runs',
  summary: 'List the evidence files of a run',
  scope: 'read',
  params: runParams,
  query: z.strictObject(attemptField),
  status: 200,
  answer: z.object({ attempt: Count, files: z.array(EvidenceFile) }),
  example: {
    params: { run_id: exampleRun.run_id },
    answer: {
      attempt: 1,
      files: [
        {
          name: 'diff.patch',
          digest: 'fa3054142420bcbd92114c032987f2fd299c8d49e031870fdd9d2b908b808edc',
          size_bytes: 465,
        },
        {
          name: 'evidence.json',
          digest: 'c8b1d78e77505b0ab305855461b263b6044eb88979e4610a07aaa4e548d268ad',
          size_bytes: 4524,
        },
        {
          name: 'run.json',
          digest: 'f8810cd9fab3fa59758da483162ea6ec488ec108268f9c020c3f905a1363e40f',
          size_bytes: 1056,
        },
        {
          name: 'transcript.jsonl',
          digest: 'e71d852e35d2e64b0ad528b56827478d4899e0eccfcae3ebe626cf3cd65420a9',
          size_bytes: 1298,
        },
      ],
    },
  },
});

export const getRunArchive = defineOperation({
  id: 'get_run_archive',
  method: 'get',
  path: '/v1/runs/{run_id}/evidence/archive',
  tag: 'Runs',
  summary: 'Download the folder of a run as a tar archive',
  description: 'The unpacked folder is accepted by `assay regrade`, `assay report` and `POST /v1/runs`.',
  scope: 'read',
  params: runParams,
  query: z.strictObject(attemptField),
  status: 200,
  answer: null,
  produces: 'application/x-tar',
  example: { params: { run_id: exampleRun.run_id } },
});

export const getRunAttestation = defineOperation({
  id: 'get_run_attestation',
  method: 'get',
  path: '/v1/runs/{run_id}/attestation',
  tag: 'Runs',
  summary: 'Download a signed attestation of the grade of a run',
  description:
    'An in-toto test result in a DSSE envelope: PASSED, WARNED when only advisory scorers fail, or FAILED. A run without a verdict has no attestation.',
  scope: 'read',
  params: runParams,
  status: 200,
  answer: DsseEnvelope,
  example: { params: { run_id: exampleRun.run_id }, answer: exampleRunAttestation },
});

const DIFF = `diff --git a/invoice.js b/invoice.js
index 349decd146f35f293b467d907496f355a3b49af6..fda0c699f9e9de48f3da0db7423dcbc49745050b 100644
--- a/invoice.js
+++ b/invoice.js
@@ -1 +1,5 @@
-export const total = (amounts) => amounts.reduce((sum, amount) => sum + amount, 0);
+export const total = (amounts) =>
+  amounts.reduce((sum, amount) => {
+    if (amount < 0) throw new RangeError(\`Expected no negative amount, found \${amount}\`);
+    return sum + amount;
+  }, 0);
`;

export const getRunDiff = defineOperation({
  id: 'get_run_diff',
  method: 'get',
  path: '/v1/runs/{run_id}/diff',
  tag: 'Runs',
  summary: 'Read what a run changed, as a patch',
  description: 'Empty if the run changed nothing.',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  status: 200,
  answer: null,
  produces: 'text/plain; charset=utf-8',
  example: { params: { run_id: exampleRun.run_id }, answer: DIFF },
});

export const getRunEvidenceFile = defineOperation({
  id: 'get_run_evidence_file',
  method: 'get',
  path: '/v1/runs/{run_id}/evidence/file',
  tag: 'Runs',
  summary: 'Download an evidence file of a run',
  description: 'The content comes from an agent, so it is always sent as a download, never as a page.',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  query: z.strictObject({ name: z.string().min(1).max(1_024), ...attemptField }),
  status: 200,
  answer: null,
  produces: 'application/octet-stream',
  example: {
    params: { run_id: exampleRun.run_id },
    query: { name: 'transcript.jsonl' },
    answer: exampleEntries
      .slice(0, 2)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  },
});

const GradeRevision = z
  .object({
    revision: z.int().min(1).meta({ description: '1 is the first; the highest is current.' }),
    revisions: z.int().min(1).meta({ description: 'Number of revisions.' }),
    grade: Grade,
  })
  .meta({ id: 'GradeRevision', description: 'One grade of a run, with its revision.' });

export const getRunGrade = defineOperation({
  id: 'get_run_grade',
  method: 'get',
  path: '/v1/runs/{run_id}/grade',
  tag: 'Runs',
  summary: 'Read the grade of a run: results, judgment, scores and gates',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  query: z.strictObject({
    revision: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Default: the current one.' }),
  }),
  status: 200,
  answer: GradeRevision,
  example: { params: { run_id: exampleRun.run_id }, answer: { revision: 1, revisions: 1, grade: exampleGrade } },
});

export const getRunScore = defineOperation({
  id: 'get_run_score',
  method: 'get',
  path: '/v1/runs/{run_id}/score',
  tag: 'Runs',
  summary: 'Read the scorecard of a run',
  description:
    'A run without a score has `score: null`, the tier `Unranked` and a `reason`. 404 means that the run does not exist.',
  scope: 'read',
  params: runParams,
  query: z.strictObject({
    formula_version: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Default: the newest version stored for the run.' }),
  }),
  status: 200,
  answer: PublishedScore,
  example: {
    params: { run_id: exampleRun.run_id },
    answer: {
      run_id: exampleRun.run_id,
      score: exampleRun.score,
      tier: exampleRun.tier,
      formula_version: '2',
      axes: exampleGrade.scorecard.axes,
    },
  },
});

const MAX_ENTRIES = 5_000;

export const getRunTranscript = defineOperation({
  id: 'get_run_transcript',
  method: 'get',
  path: '/v1/runs/{run_id}/transcript',
  tag: 'Runs',
  summary: 'Read the transcript of a run, page by page',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(MAX_ENTRIES).default(1_000),
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'The `next` of the previous page.' }),
  }),
  status: 200,
  answer: z.object({
    entries: z.array(TranscriptEntry),
    total: Count.meta({ description: 'Number of entries in the whole transcript.' }),
    next: Count.nullable().meta({ description: 'Pass this as `after` to get the next page; null at the end.' }),
  }),
  example: {
    params: { run_id: exampleRun.run_id },
    query: { limit: '2' },
    answer: { entries: exampleEntries.slice(0, 2), total: exampleEntries.length, next: 2 },
  },
});

export const regradeRun = defineOperation({
  id: 'regrade_run',
  method: 'post',
  path: '/v1/runs/{run_id}/regrade',
  tag: 'Runs',
  summary: 'Grade a run again from its evidence',
  description:
    'Fields you omit keep the values of the first grade. All grades are stored; the new one becomes current. No command is executed: a scorer whose command did not run originally returns ERROR.',
  scope: 'write',
  params: runParams,
  body: z.strictObject({
    label: z
      .string()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u,
        'expected up to 80 letters, digits, dots, dashes or underscores, starting with a letter or digit',
      )
      .default('regrade'),
    scorers: z.array(ScorerSpec).max(100).optional().meta({ description: 'Replace the scorers of the task.' }),
    formulas: z
      .partialRecord(z.enum(['scorecard', 'axis', 'composite', 'gates']), z.string().min(1).max(20))
      .default({})
      .meta({ description: 'Version per formula, such as `{"axis": "1"}`.' }),
  }),
  max_body_bytes: 4 * 1024 * 1024,
  status: 200,
  answer: GradeRevision.extend({ warnings: z.array(z.string()) }),
  example: {
    params: { run_id: exampleRun.run_id },
    body: { label: 'again', formulas: { scorecard: '2' } },
    answer: {
      revision: 2,
      revisions: 2,
      grade: { ...exampleGrade, graded_at: '2026-11-15T12:40:00.000Z', label: 'again' },
      warnings: [],
    },
  },
});
