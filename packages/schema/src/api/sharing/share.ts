import { z } from 'zod';
import { ComparisonId, RunId, WorkspaceId } from '../../values/ids.ts';
import { Instant } from '../../values/units.ts';
import { ShareId } from '../own-ids.ts';
import { exampleRun } from '../run-params.ts';
import { exampleWorkspace } from '../settings/workspace.ts';

const MAX_FIELDS = 40;

/** The search of the page of a matrix: its filters, columns and order. */
const MatrixQuery = z
  .record(z.string().min(1).max(40), z.string().max(1_000))
  .refine((query) => Object.keys(query).length <= MAX_FIELDS, { error: `expected up to ${MAX_FIELDS} fields` });

/** What a link shows. */
export const ShareTarget = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('run'), run_id: RunId }),
    z.strictObject({ kind: z.literal('comparison'), comparison_id: ComparisonId }),
    z.strictObject({ kind: z.literal('matrix'), workspace_id: WorkspaceId, query: MatrixQuery }),
  ])
  .meta({
    id: 'ShareTarget',
    description: 'One run, one comparison, or the agents and tasks that match the filters of a matrix.',
  });
export type ShareTarget = z.infer<typeof ShareTarget>;

export const Share = z
  .object({
    share_id: ShareId,
    workspace_id: WorkspaceId,
    target: ShareTarget,
    title: z
      .string()
      .meta({ description: 'Scenario and agent of a run, or the two sides of a comparison or a matrix.' }),
    created_by: z.string().meta({ description: 'Id of a member or an API key.' }),
    created_by_name: z.string().nullable(),
    created_at: Instant,
    expires_at: Instant.nullable().meta({ description: 'Null: the link works until it is revoked.' }),
    revoked_at: Instant.nullable(),
    last_opened_at: Instant.nullable().meta({ description: 'To the minute. Null: never.' }),
  })
  .meta({ id: 'Share', description: 'A read-only link to a run, a comparison or a matrix, without its token.' });
export type Share = z.infer<typeof Share>;

/** Example for the API reference. */
export const exampleShare = {
  share_id: 'shr_01m7ew0rvjraj0vfggyenb7x96' as const,
  workspace_id: exampleWorkspace.workspace_id,
  target: { kind: 'run' as const, run_id: exampleRun.run_id },
  title: `${exampleRun.scenario} · ${exampleRun.agent_id}`,
  created_by: 'usr_01m7ew0rvjraj0vfggyenb7x96',
  created_by_name: 'Ann',
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: '2026-12-15T12:00:00.000Z',
  revoked_at: null,
  last_opened_at: null,
};
