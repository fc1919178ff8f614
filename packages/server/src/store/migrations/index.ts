import type { Migration } from '../migrate.ts';
import { organizationsMigration } from './0001-organizations.ts';
import { agentsMigration } from './0002-agents.ts';
import { scenariosMigration } from './0003-scenarios.ts';
import { runsMigration } from './0004-runs.ts';
import { comparisonsMigration } from './0005-comparisons.ts';

/** Every step, in order. Steps are only ever added at the end. */
export const MIGRATIONS: readonly Migration[] = [
  organizationsMigration,
  agentsMigration,
  scenariosMigration,
  runsMigration,
  comparisonsMigration,
];
