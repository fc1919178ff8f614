import type { Migration } from '../sql/migrate.ts';

/** Lists sessions by their start. Only its first characters: agents may write anything of any length. */
export const sessionStartsMigration: Migration = {
  name: 'session-starts',
  sql: `
create index agent_sessions_by_start on agent_sessions (
  organization_id, workspace_id, (coalesce(left(started_at, 24), '') collate "C") desc, digest desc
) where not superseded;
`,
};
