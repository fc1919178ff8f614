import type { Migration } from '../sql/migrate.ts';

/** What the tokens of models cost the workspace. */
export const modelPricesMigration: Migration = {
  name: 'model-prices',
  sql: `
alter table workspaces add column prices json;
`,
};
