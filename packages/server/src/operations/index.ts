import type { Handler } from '../http/handle.ts';
import { archiveScenarioHandler } from './archive-scenario.ts';
import { cancelRunHandler } from './cancel-run.ts';
import { createApiKeyHandler } from './create-api-key.ts';
import { createComparisonHandler } from './create-comparison.ts';
import { createRunsHandler } from './create-runs.ts';
import { createScenarioHandler } from './create-scenario.ts';
import { createSessionHandler } from './create-session.ts';
import { createWebhookHandler } from './create-webhook.ts';
import { createWorkspaceHandler } from './create-workspace.ts';
import { deleteWebhookHandler } from './delete-webhook.ts';
import { endSessionHandler } from './end-session.ts';
import { evaluateHandler } from './evaluate.ts';
import { freezeScenarioHandler } from './freeze-scenario.ts';
import { getAttestationHandler } from './get-attestation.ts';
import { getBadgeHandler } from './get-badge.ts';
import { getComparisonHandler } from './get-comparison.ts';
import { getComparisonPullRequestHandler } from './get-comparison-pull-request.ts';
import { getHealthHandler } from './get-health.ts';
import { getKeyDirectoryHandler } from './get-key-directory.ts';
import { getMetricsHandler } from './get-metrics.ts';
import { getOrganizationHandler } from './get-organization.ts';
import { getReadinessHandler } from './get-readiness.ts';
import { getReputationHandler } from './get-reputation.ts';
import { getReputationHistoryHandler } from './get-reputation-history.ts';
import { getRunHandler } from './get-run.ts';
import { getRunArchiveHandler } from './get-run-archive.ts';
import { getRunAttestationHandler } from './get-run-attestation.ts';
import { getRunDiffHandler } from './get-run-diff.ts';
import { getRunEvidenceFileHandler } from './get-run-evidence-file.ts';
import { getRunGradeHandler } from './get-run-grade.ts';
import { getRunHistogramHandler } from './get-run-histogram.ts';
import { getRunMatrixHandler } from './get-run-matrix.ts';
import { getRunScoreHandler } from './get-run-score.ts';
import { getRunStatsHandler } from './get-run-stats.ts';
import { getRunTranscriptHandler } from './get-run-transcript.ts';
import { getRunTrendHandler } from './get-run-trend.ts';
import { getScenarioHandler } from './get-scenario.ts';
import { getSessionHandler } from './get-session.ts';
import { getTaskHandler } from './get-task.ts';
import { getTaskProofHandler } from './get-task-proof.ts';
import { getWebhookHandler } from './get-webhook.ts';
import { getWorkspaceHandler } from './get-workspace.ts';
import { ingestHandler } from './ingest.ts';
import { listActivitiesHandler } from './list-activities.ts';
import { listAgentsHandler } from './list-agents.ts';
import { listApiKeysHandler } from './list-api-keys.ts';
import { listAuditLogHandler } from './list-audit-log.ts';
import { listComparisonsHandler } from './list-comparisons.ts';
import { listEvaluationsHandler } from './list-evaluations.ts';
import { listRunAttemptsHandler } from './list-run-attempts.ts';
import { listRunEvidenceHandler } from './list-run-evidence.ts';
import { listRunPointsHandler } from './list-run-points.ts';
import { listRunsHandler } from './list-runs.ts';
import { listScenarioTasksHandler } from './list-scenario-tasks.ts';
import { listScenariosHandler } from './list-scenarios.ts';
import { listWebhookDeliveriesHandler } from './list-webhook-deliveries.ts';
import { listWebhooksHandler } from './list-webhooks.ts';
import { listWorkspacesHandler } from './list-workspaces.ts';
import { openComparisonPullRequestHandler } from './open-comparison-pull-request.ts';
import { proveTaskHandler } from './prove-task.ts';
import { putComparisonPullRequestHandler } from './put-comparison-pull-request.ts';
import { regradeRunHandler } from './regrade-run.ts';
import { rescoreRunsHandler } from './rescore-runs.ts';
import { retryWebhookDeliveryHandler } from './retry-webhook-delivery.ts';
import { revokeApiKeyHandler } from './revoke-api-key.ts';
import { rotateWebhookSecretHandler } from './rotate-webhook-secret.ts';
import { testWebhookHandler } from './test-webhook.ts';
import { updateAgentHandler } from './update-agent.ts';
import { updateOrganizationHandler } from './update-organization.ts';
import { updateScenarioHandler } from './update-scenario.ts';
import { updateWebhookHandler } from './update-webhook.ts';
import { updateWorkspaceHandler } from './update-workspace.ts';
import { validateScenarioHandler } from './validate-scenario.ts';
import { watchEventsHandler } from './watch-events.ts';

/** Every operation with what it does, in the order of the reference. */
export const HANDLERS: readonly Handler[] = [
  evaluateHandler,
  ingestHandler,
  listEvaluationsHandler,
  listAgentsHandler,
  updateAgentHandler,
  getReputationHandler,
  getReputationHistoryHandler,
  getBadgeHandler,
  getAttestationHandler,
  getRunAttestationHandler,
  getKeyDirectoryHandler,
  createRunsHandler,
  listRunsHandler,
  getRunStatsHandler,
  getRunTrendHandler,
  getRunHistogramHandler,
  listRunPointsHandler,
  getRunMatrixHandler,
  getRunHandler,
  getRunScoreHandler,
  getRunGradeHandler,
  getRunTranscriptHandler,
  getRunDiffHandler,
  listRunEvidenceHandler,
  getRunEvidenceFileHandler,
  getRunArchiveHandler,
  listRunAttemptsHandler,
  regradeRunHandler,
  cancelRunHandler,
  rescoreRunsHandler,
  listActivitiesHandler,
  watchEventsHandler,
  createScenarioHandler,
  listScenariosHandler,
  validateScenarioHandler,
  getScenarioHandler,
  updateScenarioHandler,
  archiveScenarioHandler,
  freezeScenarioHandler,
  listScenarioTasksHandler,
  getTaskHandler,
  getTaskProofHandler,
  proveTaskHandler,
  createComparisonHandler,
  listComparisonsHandler,
  getComparisonHandler,
  getComparisonPullRequestHandler,
  openComparisonPullRequestHandler,
  putComparisonPullRequestHandler,
  createWebhookHandler,
  listWebhooksHandler,
  getWebhookHandler,
  updateWebhookHandler,
  deleteWebhookHandler,
  rotateWebhookSecretHandler,
  testWebhookHandler,
  listWebhookDeliveriesHandler,
  retryWebhookDeliveryHandler,
  getOrganizationHandler,
  updateOrganizationHandler,
  listWorkspacesHandler,
  createWorkspaceHandler,
  getWorkspaceHandler,
  updateWorkspaceHandler,
  listApiKeysHandler,
  createApiKeyHandler,
  revokeApiKeyHandler,
  listAuditLogHandler,
  createSessionHandler,
  getSessionHandler,
  endSessionHandler,
  getHealthHandler,
  getReadinessHandler,
  getMetricsHandler,
];
