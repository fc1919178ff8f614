/** The tables of an organization that an export has. A new table is not exported until it is listed: it may have secrets. */
export const EXPORTED_TABLES: ReadonlySet<string> = new Set([
  'agent_run_scores',
  'agent_sessions',
  'agents',
  'api_keys',
  'audit_log',
  'budget_alerts',
  'comparison_pull_requests',
  'comparisons',
  'evaluations',
  'evidence_parts',
  'grades',
  'invitations',
  'judgments',
  'members',
  'organizations',
  'pushed_documents',
  'run_attempts',
  'run_days',
  'run_evidence',
  'run_group_days',
  'run_requests',
  'runs',
  'scenarios',
  'shares',
  'task_files',
  'tasks',
  'telemetry_batches',
  'telemetry_sessions',
  'webhook_deliveries',
  'webhooks',
  'workspaces',
]);

/** What an export leaves out, with the reason: tables, and columns of tables. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  sessions: 'sign-ins of browsers are secrets of their users',
  session_links: 'sign-in links are secrets',
  idempotency_keys: 'answers to repeated requests, deleted after some days',
};

export const LEFT_OUT_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api_keys: { secret_digest: 'a secret' },
  invitations: { token_digest: 'a secret' },
  shares: { token_digest: 'a secret' },
  webhooks: { secret: 'a secret', previous_secret: 'a secret' },
  evidence_parts: {
    content: 'in files/',
    encoding: 'files/ has the contents as they were before compression',
    location: 'where the server stores it',
    blob: 'where the server stores it',
  },
};

/** What belongs to the server and to no organization. */
export const LEFT_OUT_OF_SERVER: Readonly<Record<string, string>> = {
  signing_keys: 'the keys that sign attestations; their public parts are at /.well-known of the server',
  workers: 'shared by all organizations',
  blob_stores: 'shared by all organizations',
  migrations: 'the schema of the database',
};

/** The prefixes of ids, by column: an export has the ids of the API. */
export const ID_PREFIXES: Readonly<Record<string, string>> = {
  organization_id: 'org',
  workspace_id: 'wsp',
  api_key_id: 'key',
  audit_entry_id: 'aud',
  evaluation_id: 'evl',
  scenario_id: 'scn',
  task_id: 'task',
  run_id: 'run',
  judgment_id: 'jdg',
  member_id: 'usr',
  invitation_id: 'inv',
  comparison_id: 'cmp',
  share_id: 'shr',
  webhook_id: 'whk',
  delivery_id: 'dlv',
};
