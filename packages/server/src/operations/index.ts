import type { Handler } from '../http/handle.ts';
import { createAgentSessionHandler } from './agent-sessions/create-agent-session.ts';
import { getAgentSessionHandler } from './agent-sessions/get-agent-session.ts';
import { getSessionPatternsHandler } from './agent-sessions/get-session-patterns.ts';
import { listAgentSessionsHandler } from './agent-sessions/list-agent-sessions.ts';
import { createCheckHandler } from './checks/create-check.ts';
import { listChecksHandler } from './checks/list-checks.ts';
import { createComparisonHandler } from './comparisons/create-comparison.ts';
import { getComparisonHandler } from './comparisons/get-comparison.ts';
import { getComparisonPullRequestHandler } from './comparisons/get-comparison-pull-request.ts';
import { listComparisonsHandler } from './comparisons/list-comparisons.ts';
import { openComparisonPullRequestHandler } from './comparisons/open-comparison-pull-request.ts';
import { previewComparisonHandler } from './comparisons/preview-comparison.ts';
import { putComparisonHandler } from './comparisons/put-comparison.ts';
import { putComparisonPullRequestHandler } from './comparisons/put-comparison-pull-request.ts';
import { listFolderScenariosHandler } from './folder/list-folder-scenarios.ts';
import { listFolderSessionsHandler } from './folder/list-folder-sessions.ts';
import { INSPECTIONS } from './inspect-body.ts';
import { createInvitationHandler } from './members/create-invitation.ts';
import { createSignInLinkHandler } from './members/create-sign-in-link.ts';
import { findInvitationHandler } from './members/find-invitation.ts';
import { listInvitationsHandler } from './members/list-invitations.ts';
import { listMembersHandler } from './members/list-members.ts';
import { removeMemberHandler } from './members/remove-member.ts';
import { revokeInvitationHandler } from './members/revoke-invitation.ts';
import { updateMemberHandler } from './members/update-member.ts';
import { getHealthHandler } from './operations/get-health.ts';
import { getMetricsHandler } from './operations/get-metrics.ts';
import { getReadinessHandler } from './operations/get-readiness.ts';
import { listWorkersHandler } from './operations/list-workers.ts';
import { createOrganizationHandler } from './organizations/create-organization.ts';
import { listOrganizationsHandler } from './organizations/list-organizations.ts';
import { evaluateHandler } from './reputation/evaluate.ts';
import { getAttestationHandler } from './reputation/get-attestation.ts';
import { getBadgeHandler } from './reputation/get-badge.ts';
import { getKeyDirectoryHandler } from './reputation/get-key-directory.ts';
import { getReputationHandler } from './reputation/get-reputation.ts';
import { getReputationHistoryHandler } from './reputation/get-reputation-history.ts';
import { ingestHandler } from './reputation/ingest.ts';
import { listAgentsHandler } from './reputation/list-agents.ts';
import { listEvaluationsHandler } from './reputation/list-evaluations.ts';
import { updateAgentHandler } from './reputation/update-agent.ts';
import { cancelRunHandler } from './runs/cancel-run.ts';
import { createRunsHandler } from './runs/create-runs.ts';
import { getRunHandler } from './runs/get-run.ts';
import { getRunArchiveHandler } from './runs/get-run-archive.ts';
import { getRunAttestationHandler } from './runs/get-run-attestation.ts';
import { getRunChangesHandler } from './runs/get-run-changes.ts';
import { getRunDiffHandler } from './runs/get-run-diff.ts';
import { getRunEvidenceFileHandler } from './runs/get-run-evidence-file.ts';
import { getRunGradeHandler } from './runs/get-run-grade.ts';
import { getRunHistogramHandler } from './runs/get-run-histogram.ts';
import { getRunMatrixHandler } from './runs/get-run-matrix.ts';
import { getRunScoreHandler } from './runs/get-run-score.ts';
import { getRunStatsHandler } from './runs/get-run-stats.ts';
import { getRunTotalsHandler } from './runs/get-run-totals.ts';
import { getRunTranscriptHandler } from './runs/get-run-transcript.ts';
import { getRunTrendHandler } from './runs/get-run-trend.ts';
import { listActivitiesHandler } from './runs/list-activities.ts';
import { listRunAttemptsHandler } from './runs/list-run-attempts.ts';
import { listRunEvidenceHandler } from './runs/list-run-evidence.ts';
import { listRunPointsHandler } from './runs/list-run-points.ts';
import { listRunsHandler } from './runs/list-runs.ts';
import { regradeRunHandler } from './runs/regrade-run.ts';
import { rescoreRunsHandler } from './runs/rescore-runs.ts';
import { watchEventsHandler } from './runs/watch-events.ts';
import { archiveScenarioHandler } from './scenarios/archive-scenario.ts';
import { createProofHandler } from './scenarios/create-proof.ts';
import { createScenarioHandler } from './scenarios/create-scenario.ts';
import { freezeScenarioHandler } from './scenarios/freeze-scenario.ts';
import { getScenarioHandler } from './scenarios/get-scenario.ts';
import { getTaskHandler } from './scenarios/get-task.ts';
import { getTaskProofHandler } from './scenarios/get-task-proof.ts';
import { listProofsHandler } from './scenarios/list-proofs.ts';
import { listScenarioTasksHandler } from './scenarios/list-scenario-tasks.ts';
import { listScenariosHandler } from './scenarios/list-scenarios.ts';
import { proveTaskHandler } from './scenarios/prove-task.ts';
import { updateScenarioHandler } from './scenarios/update-scenario.ts';
import { validateScenarioHandler } from './scenarios/validate-scenario.ts';
import { createSessionHandler } from './sessions/create-session.ts';
import { endSessionHandler } from './sessions/end-session.ts';
import { endSignInHandler } from './sessions/end-sign-in.ts';
import { findSignInLinkHandler } from './sessions/find-sign-in-link.ts';
import { getSessionHandler } from './sessions/get-session.ts';
import { getSignInOptionsHandler } from './sessions/get-sign-in-options.ts';
import { listSignInsHandler } from './sessions/list-sign-ins.ts';
import { startOidcSignInHandler } from './sessions/start-oidc-sign-in.ts';
import { switchOrganizationHandler } from './sessions/switch-organization.ts';
import { createApiKeyHandler } from './settings/create-api-key.ts';
import { createWorkspaceHandler } from './settings/create-workspace.ts';
import { deleteOrganizationHandler } from './settings/delete-organization.ts';
import { getOrganizationHandler } from './settings/get-organization.ts';
import { getServerHandler } from './settings/get-server.ts';
import { getWorkspaceHandler } from './settings/get-workspace.ts';
import { listApiKeysHandler } from './settings/list-api-keys.ts';
import { listAuditLogHandler } from './settings/list-audit-log.ts';
import { listWorkspacesHandler } from './settings/list-workspaces.ts';
import { revokeApiKeyHandler } from './settings/revoke-api-key.ts';
import { updateOrganizationHandler } from './settings/update-organization.ts';
import { updateWorkspaceHandler } from './settings/update-workspace.ts';
import { createShareHandler } from './sharing/create-share.ts';
import { getSharedHandler } from './sharing/get-shared.ts';
import { listSharesHandler } from './sharing/list-shares.ts';
import { revokeShareHandler } from './sharing/revoke-share.ts';
import { listLiveSessionsHandler } from './telemetry/list-live-sessions.ts';
import { receiveLogsHandler } from './telemetry/receive-logs.ts';
import { receiveMetricsHandler } from './telemetry/receive-metrics.ts';
import { receiveTracesHandler } from './telemetry/receive-traces.ts';
import { createWebhookHandler } from './webhooks/create-webhook.ts';
import { deleteWebhookHandler } from './webhooks/delete-webhook.ts';
import { getWebhookHandler } from './webhooks/get-webhook.ts';
import { listWebhookDeliveriesHandler } from './webhooks/list-webhook-deliveries.ts';
import { listWebhooksHandler } from './webhooks/list-webhooks.ts';
import { retryWebhookDeliveryHandler } from './webhooks/retry-webhook-delivery.ts';
import { rotateWebhookSecretHandler } from './webhooks/rotate-webhook-secret.ts';
import { testWebhookHandler } from './webhooks/test-webhook.ts';
import { updateWebhookHandler } from './webhooks/update-webhook.ts';

/** All operation handlers, in the order of the reference. */
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
  listWorkersHandler,
  getRunStatsHandler,
  getRunTrendHandler,
  getRunTotalsHandler,
  getRunChangesHandler,
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
  createAgentSessionHandler,
  listAgentSessionsHandler,
  getSessionPatternsHandler,
  getAgentSessionHandler,
  createCheckHandler,
  listChecksHandler,
  receiveLogsHandler,
  receiveTracesHandler,
  receiveMetricsHandler,
  listLiveSessionsHandler,
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
  createProofHandler,
  listProofsHandler,
  listFolderScenariosHandler,
  listFolderSessionsHandler,
  createComparisonHandler,
  listComparisonsHandler,
  previewComparisonHandler,
  getComparisonHandler,
  putComparisonHandler,
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
  deleteOrganizationHandler,
  listOrganizationsHandler,
  createOrganizationHandler,
  getServerHandler,
  listWorkspacesHandler,
  createWorkspaceHandler,
  getWorkspaceHandler,
  updateWorkspaceHandler,
  listApiKeysHandler,
  createApiKeyHandler,
  revokeApiKeyHandler,
  listAuditLogHandler,
  createInvitationHandler,
  listInvitationsHandler,
  revokeInvitationHandler,
  findInvitationHandler,
  createShareHandler,
  listSharesHandler,
  revokeShareHandler,
  getSharedHandler,
  listMembersHandler,
  updateMemberHandler,
  removeMemberHandler,
  createSignInLinkHandler,
  getSignInOptionsHandler,
  startOidcSignInHandler,
  findSignInLinkHandler,
  createSessionHandler,
  getSessionHandler,
  switchOrganizationHandler,
  endSessionHandler,
  listSignInsHandler,
  endSignInHandler,
  getHealthHandler,
  getReadinessHandler,
  getMetricsHandler,
].map((handler) => ({ ...handler, inspect: INSPECTIONS.get(handler.operation.id) }));
