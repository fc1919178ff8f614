import type { Migration } from '../sql/migrate.ts';

/** Model prices per workspace. */
export const modelPricesMigration: Migration = {
  name: 'model-prices',
  sql: `
alter table workspaces add column prices json;
`,
};
