import { z } from 'zod';
import { OrganizationId, WorkspaceId } from '../../values/ids.ts';
import { exampleMember } from '../members/member.ts';
import { MemberId } from '../own-ids.ts';
import { exampleOrganization } from '../settings/organization.ts';
import { exampleWorkspace } from '../settings/workspace.ts';

/** The user of the dashboard, and the token their browser needs for changes. */
export const Session = z
  .object({
    organization_id: OrganizationId,
    organization: z.string(),
    workspaces: z.array(z.object({ workspace_id: WorkspaceId, name: z.string(), share_links: z.boolean() })),
    member: z
      .object({ member_id: MemberId, name: z.string() })
      .nullable()
      .meta({ description: 'Who is signed in; null with an API key, or with the link that the server printed.' }),
    organizations: z
      .array(z.object({ organization_id: OrganizationId, name: z.string() }))
      .meta({ description: 'Every organization that the browser is signed in to.' }),
    left_out: z
      .array(z.object({ organization_id: OrganizationId, name: z.string() }))
      .meta({ description: 'Organizations that a sign-in left out, because a browser can have only eight.' }),
    scopes: z.array(z.enum(['read', 'write', 'admin'])),
    command: z.string().meta({
      description: 'What starts `assay` in a terminal: its path, if the server and the browser share a machine.',
    }),
    csrf_token: z
      .string()
      .meta({ description: 'Send it as `X-Assay-Csrf` with every request that changes something.' }),
  })
  .meta({ id: 'Session', description: 'The user of the dashboard, and the token their browser needs for changes.' });
export type Session = z.infer<typeof Session>;

/** Example for the API reference. */
export const exampleSession = {
  organization_id: exampleOrganization.organization_id,
  organization: exampleOrganization.name,
  workspaces: [
    {
      workspace_id: exampleWorkspace.workspace_id,
      name: exampleWorkspace.name,
      share_links: exampleWorkspace.share_links,
    },
  ],
  member: { member_id: exampleMember.member_id, name: exampleMember.name },
  organizations: [{ organization_id: exampleOrganization.organization_id, name: exampleOrganization.name }],
  left_out: [],
  scopes: ['write'],
  command: 'assay',
  csrf_token: 'dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu',
};
