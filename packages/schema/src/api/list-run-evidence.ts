import { z } from 'zod';
import { Bytes, Count, Digest } from '../units.ts';
import { defineOperation } from './operation.ts';
import { runParams } from './run-params.ts';

const EvidenceFile = z
  .object({ name: z.string().min(1), digest: Digest, size_bytes: Bytes })
  .meta({ id: 'EvidenceFile', description: 'A file that a run left behind, by its name in the folder of the run.' });

export const attemptField = {
  attempt: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Of this attempt; of the last one, unless told. 0 is a run that was executed elsewhere.' }),
};

export const listRunEvidence = defineOperation({
  id: 'list_run_evidence',
  method: 'get',
  path: '/v1/runs/{run_id}/evidence',
  tag: 'Runs',
  summary: 'List the files that a run left behind',
  scope: 'read',
  params: runParams,
  query: z.strictObject(attemptField),
  status: 200,
  answer: z.object({ attempt: Count, files: z.array(EvidenceFile) }),
});
