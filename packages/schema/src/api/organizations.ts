import { z } from 'zod';
import { LatencyRefMs } from '../reputation/reputation.ts';
import { OrganizationId } from '../values/ids.ts';
import { Instant } from '../values/units.ts';
import { exampleOrganization } from './examples.ts';
import { Email } from './members.ts';
import { defineOperation } from './operation.ts';
import { DisplayName } from './settings.ts';

const ID = 'org_';

/** The name of an organization. Owners choose it, so it must never be taken for the id of another one. */
export const OrganizationName = DisplayName.refine((name) => !name.startsWith(ID), {
  error: `expected a name, found an id: it must not start with ${ID}`,
});

/** The organizations that a text means: the one with this id, or all with this name. */
export const matchOrganizations = <Known extends { readonly organization_id: OrganizationId; readonly name: string }>(
  organizations: readonly Known[],
  given: string,
): Known[] =>
  organizations.filter(({ organization_id, name }) => (given.startsWith(ID) ? organization_id : name) === given);

/** How much content of sessions that arrive as telemetry is stored. */
export const TelemetryContent = z.enum(['off', 'redacted', 'full']).meta({
  id: 'TelemetryContent',
  description: 'Content of telemetry that is stored: none, only names and numbers; all but secrets; all of it.',
});
export type TelemetryContent = z.infer<typeof TelemetryContent>;

export const Organization = z
  .object({
    organization_id: OrganizationId,
    name: z.string(),
    /** Latency reference for evaluations without their own; null: the formula's 100 ms. */
    latency_ref_ms: LatencyRefMs.nullable(),
    telemetry_content: TelemetryContent,
    created_at: Instant,
  })
  .meta({ id: 'Organization', description: 'Owner of the data. Organizations cannot see data of each other.' });
export type Organization = z.infer<typeof Organization>;

export const createOrganization = defineOperation({
  id: 'create_organization',
  method: 'post',
  path: '/v1/organizations',
  tag: 'Settings',
  summary: 'Create an organization on the server',
  description:
    'Only for owners and admin keys of the first organization. The answer contains an invitation for the first owner, a link that works once, for seven days. It is shown only once. The caller does not become a member.',
  scope: 'admin',
  body: z.strictObject({
    name: OrganizationName,
    email: Email.optional().meta({ description: 'Address of the first owner at the identity provider.' }),
  }),
  status: 201,
  answer: z.object({
    organization: Organization,
    path: z.string().meta({ description: 'The invitation, without the address of the server. Shown only once.' }),
  }),
  example: {
    body: { name: exampleOrganization.name },
    answer: { organization: exampleOrganization, path: '/join#token=dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
  },
});

export const listOrganizations = defineOperation({
  id: 'list_organizations',
  method: 'get',
  path: '/v1/organizations',
  tag: 'Settings',
  summary: 'List the organizations of the server, oldest first',
  description: 'Only for owners and admin keys of the first organization. They see no data of the others.',
  scope: 'admin',
  status: 200,
  answer: z.object({
    items: z.array(Organization.pick({ organization_id: true, name: true, created_at: true })),
  }),
  example: {
    answer: {
      items: [
        {
          organization_id: exampleOrganization.organization_id,
          name: exampleOrganization.name,
          created_at: exampleOrganization.created_at,
        },
      ],
    },
  },
});

export const deleteOrganization = defineOperation({
  id: 'delete_organization',
  method: 'post',
  path: '/v1/organization/delete',
  tag: 'Settings',
  summary: 'Delete the organization of the caller with everything in it',
  description:
    'Nobody can use it from then on: its keys are revoked and its members are signed out. The server deletes its data in the background. The first organization of a server owns its folder and cannot be deleted.',
  scope: 'admin',
  body: z.strictObject({
    name: z.string().max(200).meta({ description: 'The name of the organization, to confirm.' }),
  }),
  status: 202,
  answer: null,
  example: { body: { name: exampleOrganization.name } },
});

export const getOrganization = defineOperation({
  id: 'get_organization',
  method: 'get',
  path: '/v1/organization',
  tag: 'Settings',
  summary: 'Read the organization of the caller',
  scope: 'read',
  status: 200,
  answer: Organization,
  example: { answer: exampleOrganization },
});

export const updateOrganization = defineOperation({
  id: 'update_organization',
  method: 'patch',
  path: '/v1/organization',
  tag: 'Settings',
  summary: 'Change the name, the latency reference or the telemetry content of the organization',
  description:
    'A new reference applies to later evaluations, and new telemetry content to later telemetry, after a few seconds. What is stored does not change.',
  scope: 'admin',
  body: z.strictObject({
    name: OrganizationName.optional(),
    latency_ref_ms: LatencyRefMs.nullable().optional(),
    telemetry_content: TelemetryContent.optional(),
  }),
  status: 200,
  answer: Organization,
  example: { body: { name: 'Example' }, answer: exampleOrganization },
});
