// The front door of the REST API: its operations, one line each, and what is needed to state one.

export { ApiKey, exampleApiKey, KeyScope } from './api-key.ts';
export { archiveScenario } from './archive-scenario.ts';
export { AuditEntry } from './audit-entry.ts';
export { cancelRun } from './cancel-run.ts';
export {
  ComparisonPullRequest,
  ComparisonSummary,
  comparisonParams,
  exampleComparison,
  StoredComparison,
} from './comparison-summary.ts';
export { createApiKey } from './create-api-key.ts';
export { createComparison } from './create-comparison.ts';
export { createRuns } from './create-runs.ts';
export { createScenario } from './create-scenario.ts';
export { createSession } from './create-session.ts';
export { createWebhook } from './create-webhook.ts';
export { createWorkspace } from './create-workspace.ts';
export { deleteWebhook } from './delete-webhook.ts';
export { endSession } from './end-session.ts';
export { evaluate } from './evaluate.ts';
export { freezeScenario } from './freeze-scenario.ts';
export { getAttestation } from './get-attestation.ts';
export { getBadge } from './get-badge.ts';
export { getComparison } from './get-comparison.ts';
export { getComparisonPullRequest, PullRequestPlan } from './get-comparison-pull-request.ts';
export { getHealth } from './get-health.ts';
export { getKeyDirectory } from './get-key-directory.ts';
export { getMetrics } from './get-metrics.ts';
export { getOrganization } from './get-organization.ts';
export { getReadiness } from './get-readiness.ts';
export { getReputation } from './get-reputation.ts';
export { getReputationHistory } from './get-reputation-history.ts';
export { getRun } from './get-run.ts';
export { getRunArchive } from './get-run-archive.ts';
export { getRunAttestation } from './get-run-attestation.ts';
export { getRunDiff } from './get-run-diff.ts';
export { getRunEvidenceFile } from './get-run-evidence-file.ts';
export { getRunGrade } from './get-run-grade.ts';
export { getRunHistogram } from './get-run-histogram.ts';
export { getRunMatrix } from './get-run-matrix.ts';
export { getRunScore } from './get-run-score.ts';
export { getRunStats } from './get-run-stats.ts';
export { getRunTranscript } from './get-run-transcript.ts';
export { getRunTrend } from './get-run-trend.ts';
export { getScenario } from './get-scenario.ts';
export { getSession } from './get-session.ts';
export { getTask } from './get-task.ts';
export { getTaskProof, TaskProof } from './get-task-proof.ts';
export { getWebhook } from './get-webhook.ts';
export { getWorkspace } from './get-workspace.ts';
export { ingest } from './ingest.ts';
export { listActivities } from './list-activities.ts';
export { listAgents } from './list-agents.ts';
export { listApiKeys } from './list-api-keys.ts';
export { listAuditLog } from './list-audit-log.ts';
export { listComparisons } from './list-comparisons.ts';
export { listEvaluations } from './list-evaluations.ts';
export { listRunAttempts, RunAttempt } from './list-run-attempts.ts';
export { listRunEvidence } from './list-run-evidence.ts';
export { listRunPoints } from './list-run-points.ts';
export { listRuns } from './list-runs.ts';
export { listScenarioTasks } from './list-scenario-tasks.ts';
export { listScenarios } from './list-scenarios.ts';
export { listWebhookDeliveries } from './list-webhook-deliveries.ts';
export { listWebhooks } from './list-webhooks.ts';
export { listWorkspaces } from './list-workspaces.ts';
export { openComparisonPullRequest } from './open-comparison-pull-request.ts';
export { type Called, defineOperation, type Handled, type Operation, type Scope, type Tag } from './operation.ts';
export { exampleOrganization, Organization } from './organization.ts';
export { ApiKeyId, AuditEntryId, WebhookDeliveryId, WebhookId } from './own-ids.ts';
export { pageFields, pageOf } from './page.ts';
export { proveTask } from './prove-task.ts';
export { putComparisonPullRequest } from './put-comparison-pull-request.ts';
export { regradeRun } from './regrade-run.ts';
export { rescoreRuns } from './rescore-runs.ts';
export { retryWebhookDelivery } from './retry-webhook-delivery.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { rotateWebhookSecret } from './rotate-webhook-secret.ts';
export { RunOrder } from './run-order.ts';
export { RunStatus, RunSummary } from './run-summary.ts';
export { StoredScenario } from './scenario-draft.ts';
export { SentFiles } from './sent-files.ts';
export { Session } from './session.ts';
export { StoredTask } from './stored-task.ts';
export { testWebhook } from './test-webhook.ts';
export { updateAgent } from './update-agent.ts';
export { updateOrganization } from './update-organization.ts';
export { updateScenario } from './update-scenario.ts';
export { updateWebhook } from './update-webhook.ts';
export { updateWorkspace } from './update-workspace.ts';
export { validateScenario } from './validate-scenario.ts';
export { watchEvents } from './watch-events.ts';
export {
  exampleWebhook,
  Webhook,
  WebhookEvent,
  WebhookEvents,
  WebhookUrl,
  WebhookWithSecret,
  webhookParams,
} from './webhook.ts';
export { DeliveredEvent, exampleDelivery, WebhookDelivery, WebhookMessage } from './webhook-delivery.ts';
export {
  DisplayName,
  exampleWorkspace,
  ScorecardWeights,
  Workspace,
  WorkspaceJudge,
  workspaceParams,
  workspaceSettings,
} from './workspace.ts';
