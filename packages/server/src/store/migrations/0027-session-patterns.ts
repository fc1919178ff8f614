import type { Migration } from '../sql/migrate.ts';

/** What patterns and waste over sessions are read from. */
export const sessionPatternsMigration: Migration = {
  name: 'session-patterns',
  sql: `
alter table agent_sessions
  add column waste json,
  -- null after the retention period, like the transcript
  add column occurrences json;
`,
};
