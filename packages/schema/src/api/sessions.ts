import { z } from 'zod';
import { OrganizationId, WorkspaceId } from '../values/ids.ts';
import { Instant } from '../values/units.ts';
import { exampleOrganization } from './examples.ts';
import { exampleMember, LinkToken } from './members.ts';
import { defineOperation } from './operation.ts';
import { MemberId } from './own-ids.ts';
import { pageFields, pageSchema } from './page.ts';
import { DisplayName, exampleWorkspace, KeyScope } from './settings.ts';

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
const exampleSession = {
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

export const createSession = defineOperation({
  id: 'create_session',
  method: 'post',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Sign in a browser with an API key, a link, an invitation or the answer of the identity provider',
  description:
    'Sets a cookie that scripts cannot read. It expires after twelve hours without use, and after seven days. A browser can be signed in to several organizations; this one becomes the current one.',
  scope: null,
  body: z.union([
    z.strictObject({ api_key: z.string().min(1).max(200) }),
    z.strictObject({ token: LinkToken }),
    z.strictObject({ invitation: LinkToken, name: DisplayName }),
    z.strictObject({
      oidc_callback: z.string().min(1).max(8_000).meta({ description: 'The query string of the identity provider.' }),
    }),
  ]),
  status: 201,
  answer: Session,
  example: { body: { api_key: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_…' }, answer: exampleSession },
});

export const endSession = defineOperation({
  id: 'end_session',
  method: 'delete',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Sign out the browser',
  scope: 'read',
  status: 204,
  answer: null,
  example: {},
});

export const SignInId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: 'expected 16 digits from 0 to f' })
  .meta({ description: 'Id of one sign-in. It reveals nothing about its cookie.' });

export const SignIn = z
  .object({
    sign_in_id: SignInId,
    actor: z.string().meta({ description: 'Id of the member or of the API key, or who made its link.' }),
    actor_name: z.string().nullable().meta({ description: 'Name of the member or the API key.' }),
    scopes: z.array(KeyScope),
    created_at: Instant,
    expires_at: Instant.meta({ description: 'Later if it is used before, up to seven days after the sign-in.' }),
    current: z.boolean().meta({ description: 'Whether it is the browser that asks.' }),
  })
  .meta({ id: 'SignIn', description: 'A browser that is signed in.' });
export type SignIn = z.infer<typeof SignIn>;

/** Example for the API reference. */
export const exampleSignIn = {
  sign_in_id: '9c56cc51b374c3ba',
  actor: 'key_01m7ew0rvjraj0vfggyenb7x96',
  actor_name: 'ci',
  scopes: ['admin'],
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: '2026-11-16T00:00:00.000Z',
  current: true,
};

export const endSignIn = defineOperation({
  id: 'end_sign_in',
  method: 'delete',
  path: '/v1/sign-ins/{sign_in_id}',
  tag: 'Sessions',
  summary: 'Sign out a browser',
  scope: 'admin',
  params: z.object({ sign_in_id: SignInId }),
  status: 204,
  answer: null,
  example: { params: { sign_in_id: exampleSignIn.sign_in_id } },
});

export const SignInOffer = z
  .object({
    organization_id: OrganizationId,
    organization: z.string(),
    member: z
      .object({ name: z.string() })
      .nullable()
      .meta({ description: 'Whom it signs in; null for the link that the server printed.' }),
  })
  .meta({ id: 'SignInOffer', description: 'Where a sign-in link leads.' });
export type SignInOffer = z.infer<typeof SignInOffer>;

export const findSignInLink = defineOperation({
  id: 'find_sign_in_link',
  method: 'post',
  path: '/v1/session/link',
  tag: 'Sessions',
  summary: 'Read a sign-in link with its token',
  description: 'Changes nothing. The token is in the body because addresses are logged.',
  scope: null,
  body: z.strictObject({ token: LinkToken }),
  status: 200,
  answer: SignInOffer,
  example: {
    body: { token: 'dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
    answer: {
      organization_id: exampleOrganization.organization_id,
      organization: exampleOrganization.name,
      member: { name: exampleMember.name },
    },
  },
});

export const getSession = defineOperation({
  id: 'get_session',
  method: 'get',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Read who the caller is, by key or cookie',
  scope: 'read',
  status: 200,
  answer: Session,
  example: { answer: exampleSession },
});

export const getSignInOptions = defineOperation({
  id: 'get_sign_in_options',
  method: 'get',
  path: '/v1/sign-in-options',
  tag: 'Sessions',
  summary: 'Read how people can sign in',
  scope: null,
  status: 200,
  answer: z
    .object({
      oidc: z
        .object({ host: z.string().meta({ description: 'The host of the identity provider.' }) })
        .nullable()
        .meta({ description: 'Null if the server has no identity provider.' }),
    })
    .meta({ id: 'SignInOptions', description: 'How people can sign in, besides keys and links.' }),
  example: { answer: { oidc: { host: 'login.example.com' } } },
});

export const listSignIns = defineOperation({
  id: 'list_sign_ins',
  method: 'get',
  path: '/v1/sign-ins',
  tag: 'Sessions',
  summary: 'List the browsers that are signed in, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(SignIn),
  example: { answer: { items: [exampleSignIn], next: null } },
});

export const startOidcSignIn = defineOperation({
  id: 'start_oidc_sign_in',
  method: 'post',
  path: '/v1/session/oidc',
  tag: 'Sessions',
  summary: 'Start a sign-in at the identity provider',
  description:
    'Open the address in the answer. The identity provider then opens `/login` of this server with a query string; send it to `POST /v1/session`. A cookie ties both to the same browser, for ten minutes.',
  scope: null,
  body: z.strictObject({}),
  status: 200,
  answer: z
    .object({ url: z.url().meta({ description: 'The page of the identity provider.' }) })
    .meta({ id: 'OidcSignIn', description: 'Where to sign in.' }),
  example: {
    body: {},
    answer: { url: 'https://login.example.com/authorize?client_id=assay&response_type=code' },
  },
});

export const switchOrganization = defineOperation({
  id: 'switch_organization',
  method: 'post',
  path: '/v1/session/organization',
  tag: 'Sessions',
  summary: 'Switch the browser to another organization that it is signed in to',
  scope: 'read',
  body: z.strictObject({ organization_id: OrganizationId }),
  status: 200,
  answer: Session,
  example: { body: { organization_id: exampleSession.organization_id }, answer: exampleSession },
});
