import { z } from 'zod';
import { ComparisonId, RunId, WorkspaceId } from '../values/ids.ts';
import { Instant } from '../values/units.ts';
import { exampleOrganization, exampleRun } from './examples.ts';
import { defineOperation } from './operation.ts';
import { ShareId } from './own-ids.ts';
import { pageFields, pageSchema } from './page.ts';
import { exampleWorkspace } from './settings.ts';

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
const exampleShare = {
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

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3_650;

export const createShare = defineOperation({
  id: 'create_share',
  method: 'post',
  path: '/v1/shares',
  tag: 'Sharing',
  summary: 'Create a read-only link to a run, a comparison or a matrix',
  description:
    'The answer contains the link. It is shown only once; the server stores only a digest. Whoever has it can read the target without signing in. Requires `share_links` of the workspace. A run can be shared when it is finished.',
  scope: 'write',
  body: z.strictObject({
    target: ShareTarget,
    expires_in_days: z
      .int({ error: 'expected a whole number of days' })
      .min(1, { error: 'expected at least 1 day' })
      .max(MAX_DAYS, { error: `expected at most ${MAX_DAYS} days` })
      .nullable()
      .default(DEFAULT_DAYS)
      .meta({ description: 'Days until the link expires; null: it works until it is revoked.' }),
  }),
  status: 201,
  answer: Share.extend({
    path: z.string().meta({ description: 'The link, without the address of the server. Shown only once.' }),
  }).meta({ id: 'ShareWithLink', description: 'A share with its link, shown only once.' }),
  example: {
    body: { target: exampleShare.target, expires_in_days: 30 },
    answer: { ...exampleShare, path: '/share#token=assay_share_…' },
  },
});

export const SharedView = z
  .object({
    target: ShareTarget,
    organization: z.string(),
    shared_by: z.string().nullable().meta({ description: 'Name of the member; null with an API key.' }),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'SharedView', description: 'What a link shows, and who shared it.' });
export type SharedView = z.infer<typeof SharedView>;

export const getShared = defineOperation({
  id: 'get_shared',
  method: 'get',
  path: '/v1/shared',
  tag: 'Sharing',
  summary: 'Read what a link shows',
  description:
    'Send the token of the link as a bearer token. With it, the operations that read the target work too, and no others.',
  scope: null,
  shared: ['run', 'comparison', 'matrix'],
  status: 200,
  answer: SharedView,
  example: {
    answer: {
      target: exampleShare.target,
      organization: exampleOrganization.name,
      shared_by: exampleShare.created_by_name,
      expires_at: exampleShare.expires_at,
    },
  },
});

export const listShares = defineOperation({
  id: 'list_shares',
  method: 'get',
  path: '/v1/shares',
  tag: 'Sharing',
  summary: 'List the links, newest first',
  description: 'Revoked and expired links are listed for 30 days.',
  scope: 'read',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Share),
  example: { answer: { items: [exampleShare], next: null } },
});

export const revokeShare = defineOperation({
  id: 'revoke_share',
  method: 'delete',
  path: '/v1/shares/{share_id}',
  tag: 'Sharing',
  summary: 'Revoke a link',
  description: 'It stops working at once. Admins can revoke every link, others those that they created.',
  scope: 'write',
  params: z.object({ share_id: ShareId }),
  status: 204,
  answer: null,
  example: { params: { share_id: exampleShare.share_id } },
});
