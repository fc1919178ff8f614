import { z } from 'zod';
import { Proof } from '../../results/proof.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { Digest, Instant } from '../../values/units.ts';
import { exampleWorkspace } from '../settings/workspace.ts';

/** A proof that was made elsewhere. */
export const SentProof = z
  .object({
    digest: Digest,
    workspace_id: WorkspaceId,
    scenario: z.string(),
    proof: Proof,
    pushed_at: Instant,
  })
  .meta({ id: 'SentProof', description: 'A proof that was made on another machine, as it was sent.' });
export type SentProof = z.infer<typeof SentProof>;

/** Example for the API reference. */
export const exampleSentProof = {
  digest: '1b0b1f7de6a24ad1f0c7a6b8e2d94f7316c08a5be9d47f2013ab6c58d7e90f42',
  workspace_id: exampleWorkspace.workspace_id,
  scenario: 'rate-limit',
  proof: {
    task_digest: '7c0b1f7de6a24ad1f0c7a6b8e2d94f7316c08a5be9d47f2013ab6c58d7e90f42',
    harness_version: '0.1.0',
    proved_at: '2026-11-15T12:04:00.000Z',
    proven: true,
    tried: true,
    reason: null,
    trials: [{ agent: 'oracle', outcome: 'COMPLETED', scorers: 'PASS', holds: true, remark: 'solves it' }],
  },
  pushed_at: '2026-11-15T12:05:00.000Z',
};
