import type { Migration } from '../sql/migrate.ts';

/** The scenario of a pushed proof, to list the proofs of one scenario. */
export const proofScenariosMigration: Migration = {
  name: 'proof_scenarios',
  sql: 'alter table pushed_documents add column scenario text;',
};
