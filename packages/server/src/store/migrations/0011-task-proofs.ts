import type { Migration } from '../sql/migrate.ts';

/** An index on the runs that prove a task. */
export const taskProofsMigration: Migration = {
  name: 'task-proofs',
  sql: `
create index runs_of_proofs on runs (organization_id, task_id, agent_id, created_at desc, run_id desc)
  where label = 'proof';
`,
};
