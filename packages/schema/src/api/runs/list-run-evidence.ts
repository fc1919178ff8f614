import { z } from 'zod';
import { Bytes, Count, Digest } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

const EvidenceFile = z
  .object({ name: z.string().min(1), digest: Digest, size_bytes: Bytes })
  .meta({ id: 'EvidenceFile', description: 'An evidence file, by its name in the run folder.' });

export const attemptField = {
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
