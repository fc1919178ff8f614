import type { Migration } from '../sql/migrate.ts';

/** Keys that expire. */
export const keyExpiryMigration: Migration = {
  name: 'key expiry',
  sql: `
-- null if the key never expires
alter table api_keys add column expires_at timestamptz(3);
`,
};
