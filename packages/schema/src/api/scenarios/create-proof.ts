import { z } from 'zod';
import { Proof } from '../../results/proof.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleSentProof, SentProof } from './sent-proof.ts';

const { scenario, proof } = exampleSentProof;

export const createProof = defineOperation({
  id: 'create_proof',
  method: 'post',
  path: '/v1/proofs',
  tag: 'Scenarios',
  summary: 'Store a proof that was made on another machine',
  description:
    'The proof is stored as sent and does not prove a task of this server; for that, use `POST /v1/tasks/{task_id}/proof`. The same content is stored once: a repeat is answered with 200 and the stored proof.',
  scope: 'write',
  body: z.strictObject({
    workspace_id: WorkspaceId.optional(),
    scenario: z.string().min(1).max(200),
    proof: Proof,
  }),
  status: 201,
  answer: SentProof,
  example: { body: { scenario, proof }, answer: exampleSentProof },
});
