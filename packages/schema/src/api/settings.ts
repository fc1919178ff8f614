import { z } from 'zod';
import { ModelPrices } from '../transcripts/model-prices.ts';
import { WorkspaceId } from '../values/ids.ts';
import { Count, Instant, UsdMicros } from '../values/units.ts';
import { defineOperation } from './operation.ts';
import { ApiKeyId, AuditEntryId } from './own-ids.ts';
import { pageFields, pageSchema } from './page.ts';

/** What a key may do. Each scope includes the ones before it. */
export const KeyScope = z
  .enum(['read', 'write', 'admin'])
  .meta({ id: 'KeyScope', description: 'read: read only. write: also write. admin: also change settings and keys.' });

export const ApiKey = z
  .object({
    api_key_id: ApiKeyId,
    name: z.string(),
    scopes: z.array(KeyScope).min(1),
    created_at: Instant,
    expires_at: Instant.nullable().meta({ description: 'When the key stops working; null: never.' }),
    revoked_at: Instant.nullable(),
    last_used_at: Instant.nullable().meta({ description: 'Accurate to the minute.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' });
export type ApiKey = z.infer<typeof ApiKey>;

/** Example for the API reference. */
export const exampleApiKey = {
  api_key_id: 'key_01m7ew0rvjraj0vfggyenb7x96',
  name: 'ci',
  scopes: ['write'],
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};

/** Who did what. */
export const AuditEntry = z
  .object({
    audit_entry_id: AuditEntryId,
    actor: z.string().meta({ description: 'Id of a member or an API key, or name of an Assay component.' }),
    actor_name: z.string().nullable().meta({ description: 'Name of the member or the API key.' }),
    action: z.string().meta({ description: 'Such as `api_key.revoke`.' }),
    target: z.string().nullable().meta({ description: 'Id of the changed object.' }),
    details: z.record(z.string(), z.unknown()),
    at: Instant,
  })
  .meta({ id: 'AuditEntry', description: 'Who did what. Written once, never changed.' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A display name. */
export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'expected a name on one line, without control characters')
  .refine((text) => text.isWellFormed(), { error: 'expected valid Unicode text, found half of a character' })
  .meta({ description: 'One line of up to 100 characters.' });

const weight = z.number().positive().max(100);
const sumOf = (weights: Readonly<Record<string, number>>): number =>
  Object.values(weights).reduce((sum, one) => sum + one, 0);

/** Weight of each scorecard axis, instead of the formula's own. */
export const ScorecardWeights = z
  .strictObject({ completion: weight, error_rate: weight, latency: weight, resource_efficiency: weight })
  .refine((weights) => Math.abs(sumOf(weights) - 100) < 1e-9, {
    error: 'expected four weights that add up to 100',
  })
  .meta({
    id: 'ScorecardWeights',
    description: 'Weight of each axis. All four are required, above 0, and add up to 100.',
  });

const asked = {
  model: z.string().min(1).max(200).optional(),
  samples: z.int().min(1).max(10).optional(),
};

/**
 * The judge of a workspace. Callers cannot set a program, file, URL or environment variable, because these belong to
 * the server machine.
 */
export const WorkspaceJudge = z
  .discriminatedUnion('use', [
    z.strictObject({ use: z.literal('anthropic'), ...asked }),
    z.strictObject({ use: z.literal('openai'), ...asked }),
    z.strictObject({ use: z.literal('heuristic') }),
    z.strictObject({ use: z.literal('none') }),
  ])
  .meta({ id: 'WorkspaceJudge', description: 'A service with its model, the built-in rules only, or no judge.' });
export type WorkspaceJudge = z.infer<typeof WorkspaceJudge>;

/** Workspace settings besides the name. */
export const workspaceSettings = {
  weights: ScorecardWeights.nullable().meta({ description: 'Scorecard weights; null: those of the formula.' }),
  judge: WorkspaceJudge.nullable().meta({ description: 'Null: the judge the server was started with.' }),
  prices: ModelPrices.nullable().meta({
    description: 'Model prices for runs that start from now on; null: the built-in prices.',
  }),
  evidence_retention_days: Count.min(1)
    .max(3_650)
    .nullable()
    .meta({ description: 'Evidence is deleted this many days after a run ends; null: never. Scores always stay.' }),
  concurrency_limit: Count.min(1)
    .max(1_000)
    .nullable()
    .meta({ description: 'Maximum concurrent runs of the workspace over all workers; null: no limit.' }),
  share_links: z.boolean().meta({
    description: 'Whether people with a link can see shared runs, comparisons and matrices. Off: no link works.',
  }),
  budget_usd_micros: UsdMicros.min(1).nullable().meta({
    description:
      'What runs may cost per month, in UTC; null: no budget. `budget.reached` is sent at 80 % and 100 %; runs are not stopped.',
  }),
};

/** A group of runs with its settings. */
export const Workspace = z
  .object({
    workspace_id: WorkspaceId,
    name: z.string(),
    ...workspaceSettings,
    // as stored: other formula versions may accept other weights
    weights: z.record(z.string(), z.number()).nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Workspace', description: 'A group of runs with its settings and its latency baseline.' });
export type Workspace = z.infer<typeof Workspace>;

export const workspaceParams = z.object({ workspace_id: WorkspaceId });

/** Example for the API reference. */
export const exampleWorkspace = {
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  name: 'main',
  weights: null,
  judge: { use: 'anthropic', model: 'claude-sonnet-4-6' },
  prices: [{ model: 'claude-sonnet-*', input: 2.4, cached_input: 0.24, cache_write: 3, output: 12 }],
  evidence_retention_days: 90,
  concurrency_limit: 4,
  share_links: false,
  budget_usd_micros: 200_000_000,
  created_at: '2026-11-15T12:00:00.000Z',
};

export const createApiKey = defineOperation({
  id: 'create_api_key',
  method: 'post',
  path: '/v1/api-keys',
  tag: 'Settings',
  summary: 'Create an API key',
  description:
    'The answer contains the key. It is shown only once; the server stores only a digest. A repeated request with the same `Idempotency-Key` is therefore rejected.',
  scope: 'admin',
  body: z.strictObject({
    name: DisplayName,
    scopes: z
      .array(KeyScope)
      .min(1)
      .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'expected each scope once' }),
    expires_in_days: z
      .int({ error: 'expected a whole number of days' })
      .min(1, { error: 'expected at least 1 day' })
      .max(3650, { error: 'expected at most 3650 days' })
      .optional()
      .meta({ description: 'Days until the key expires; without it, never.' }),
  }),
  status: 201,
  answer: ApiKey.extend({ secret: z.string().meta({ description: 'The key. Shown only once: save it.' }) }).meta({
    id: 'ApiKeyWithSecret',
    description: 'An API key with its secret, shown only once.',
  }),
  example: {
    body: { name: 'ci', scopes: ['write'], expires_in_days: 90 },
    answer: {
      ...exampleApiKey,
      expires_at: '2027-02-13T12:00:00.000Z',
      secret: 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_…',
    },
  },
});

export const createWorkspace = defineOperation({
  id: 'create_workspace',
  method: 'post',
  path: '/v1/workspaces',
  tag: 'Settings',
  summary: 'Create a workspace',
  description: 'The name must be unique in the organization.',
  scope: 'admin',
  body: z.strictObject({ name: DisplayName, ...z.object(workspaceSettings).partial().shape }),
  status: 201,
  answer: Workspace,
  example: {
    body: {
      name: 'main',
      judge: exampleWorkspace.judge,
      prices: exampleWorkspace.prices,
      evidence_retention_days: 90,
      concurrency_limit: 4,
    },
    answer: exampleWorkspace,
  },
});

/** How the server was started, as far as owners of organizations need to know. */
export const ServerSettings = z
  .object({
    contents: z
      .enum(['database', 'folder', 'object_store'])
      .meta({ description: 'Where new evidence is stored, by the variable ASSAY_BLOBS.' }),
    identity_provider: z
      .object({ issuer: z.string(), allowed_domains: z.array(z.string()) })
      .nullable()
      .meta({ description: 'By the variables ASSAY_OIDC_*; null if people sign in with links only.' }),
    executes_runs: z.boolean().meta({ description: 'Whether runs can be requested.' }),
    manages_organizations: z.boolean().meta({ description: 'Whether the caller may create organizations.' }),
  })
  .meta({ id: 'ServerSettings', description: 'How the server was started. Only its operator can change it.' });
export type ServerSettings = z.infer<typeof ServerSettings>;

export const getServer = defineOperation({
  id: 'get_server',
  method: 'get',
  path: '/v1/server',
  tag: 'Settings',
  summary: 'Read how the server was started',
  scope: 'admin',
  status: 200,
  answer: ServerSettings,
  example: {
    answer: {
      contents: 'object_store' as const,
      identity_provider: { issuer: 'https://login.example.com/', allowed_domains: ['example.com'] },
      executes_runs: true,
      manages_organizations: false,
    },
  },
});

export const getWorkspace = defineOperation({
  id: 'get_workspace',
  method: 'get',
  path: '/v1/workspaces/{workspace_id}',
  tag: 'Settings',
  summary: 'Read a workspace',
  scope: 'read',
  params: workspaceParams,
  status: 200,
  answer: Workspace,
  example: { params: { workspace_id: exampleWorkspace.workspace_id }, answer: exampleWorkspace },
});

export const listApiKeys = defineOperation({
  id: 'list_api_keys',
  method: 'get',
  path: '/v1/api-keys',
  tag: 'Settings',
  summary: 'List the API keys, newest first, including revoked ones',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(ApiKey),
  example: { answer: { items: [exampleApiKey], next: null } },
});

export const listAuditLog = defineOperation({
  id: 'list_audit_log',
  method: 'get',
  path: '/v1/audit-log',
  tag: 'Settings',
  summary: 'List the audit log, newest first',
  scope: 'admin',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(AuditEntry),
  example: {
    answer: {
      items: [
        {
          audit_entry_id: 'aud_01m7ew0rvjraj0vfggyenb7x96',
          actor: 'key_01m7ew0rvjraj0vfggyenb7x96',
          actor_name: 'laptop',
          action: 'api_key.revoke',
          target: 'key_01m7ew0rvjraj0vfggyenb7x97',
          details: { name: 'ci' },
          at: '2026-11-15T12:00:00.000Z',
        },
      ],
      next: null,
    },
  },
});

export const listWorkspaces = defineOperation({
  id: 'list_workspaces',
  method: 'get',
  path: '/v1/workspaces',
  tag: 'Settings',
  summary: 'List the workspaces, oldest first',
  scope: 'read',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Workspace),
  example: { answer: { items: [exampleWorkspace], next: null } },
});

export const revokeApiKey = defineOperation({
  id: 'revoke_api_key',
  method: 'delete',
  path: '/v1/api-keys/{api_key_id}',
  tag: 'Settings',
  summary: 'Revoke an API key',
  description:
    'All servers reject the key within a few seconds. It stays in the list with its revocation time. The last admin key that does not expire cannot be revoked while the organization has no owner.',
  scope: 'admin',
  params: z.object({ api_key_id: ApiKeyId }),
  status: 200,
  answer: ApiKey,
  example: {
    params: { api_key_id: exampleApiKey.api_key_id },
    answer: { ...exampleApiKey, revoked_at: '2026-11-15T13:00:00.000Z' },
  },
});

export const updateWorkspace = defineOperation({
  id: 'update_workspace',
  method: 'patch',
  path: '/v1/workspaces/{workspace_id}',
  tag: 'Settings',
  summary: 'Edit a workspace',
  description:
    'Fields you omit do not change. Existing grades keep their weights and judge, and finished runs keep their cost.',
  scope: 'admin',
  params: workspaceParams,
  body: z.strictObject({ name: DisplayName, ...workspaceSettings }).partial(),
  status: 200,
  answer: Workspace,
  example: {
    params: { workspace_id: exampleWorkspace.workspace_id },
    body: { evidence_retention_days: 90 },
    answer: exampleWorkspace,
  },
});
