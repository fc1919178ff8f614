import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleSentProof, SentProof } from './sent-proof.ts';

export const listProofs = defineOperation({
  id: 'list_proofs',
  method: 'get',
  path: '/v1/proofs',
  tag: 'Scenarios',
  summary: 'List the proofs that were made on other machines, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, scenario: z.string().optional(), ...pageFields }),
  status: 200,
  answer: pageSchema(SentProof),
  example: {
    query: { workspace_id: exampleSentProof.workspace_id },
    answer: { items: [exampleSentProof], next: null },
  },
});
