import type { Migration } from '../sql/migrate.ts';
import { organizationsMigration } from './0001-organizations.ts';
import { agentsMigration } from './0002-agents.ts';
import { scenariosMigration } from './0003-scenarios.ts';
import { runsMigration } from './0004-runs.ts';
import { comparisonsMigration } from './0005-comparisons.ts';
import { proofsMigration } from './0006-proofs.ts';
import { queueMigration } from './0007-queue.ts';
import { runViewsMigration } from './0008-run-views.ts';
import { settingsMigration } from './0009-settings.ts';
import { sessionsMigration } from './0010-sessions.ts';
import { taskProofsMigration } from './0011-task-proofs.ts';
import { modelPricesMigration } from './0012-model-prices.ts';
import { proofRunsMigration } from './0013-proof-runs.ts';
import { judgeStateMigration } from './0014-judge-state.ts';
import { resultsMigration } from './0015-results.ts';
import { pushedMigration } from './0016-pushed.ts';
import { telemetryMigration } from './0017-telemetry.ts';
import { liveSessionsMigration } from './0018-live-sessions.ts';
import { proofScenariosMigration } from './0019-proof-scenarios.ts';
import { workersMigration } from './0020-workers.ts';
import { keyExpiryMigration } from './0021-key-expiry.ts';
import { membersMigration } from './0022-members.ts';
import { identitiesAndDeletionMigration } from './0023-identities-and-deletion.ts';
import { blobsMigration } from './0024-blobs.ts';
import { runGroupsMigration } from './0025-run-groups.ts';
import { sharesMigration } from './0026-shares.ts';
import { sessionPatternsMigration } from './0027-session-patterns.ts';
import { budgetsMigration } from './0028-budgets.ts';
import { sessionStartsMigration } from './0029-session-starts.ts';
import { reviewInChartsMigration } from './0030-review-in-charts.ts';

/** All migrations, in order. New ones are added at the end only. */
export const MIGRATIONS: readonly Migration[] = [
  organizationsMigration,
  agentsMigration,
  scenariosMigration,
  runsMigration,
  comparisonsMigration,
  proofsMigration,
  queueMigration,
  runViewsMigration,
  settingsMigration,
  sessionsMigration,
  taskProofsMigration,
  modelPricesMigration,
  proofRunsMigration,
  judgeStateMigration,
  resultsMigration,
  pushedMigration,
  telemetryMigration,
  liveSessionsMigration,
  proofScenariosMigration,
  workersMigration,
  keyExpiryMigration,
  membersMigration,
  identitiesAndDeletionMigration,
  blobsMigration,
  runGroupsMigration,
  sharesMigration,
  sessionPatternsMigration,
  budgetsMigration,
  sessionStartsMigration,
  reviewInChartsMigration,
];
