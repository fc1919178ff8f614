// Public exports of the REST API: its operations and the types to define one.

export { AgentSession, StoredAgentSession } from './agent-sessions/agent-session.ts';
export { createAgentSession, SentAgentSession } from './agent-sessions/create-agent-session.ts';
export { getAgentSession } from './agent-sessions/get-agent-session.ts';
export { getSessionPatterns } from './agent-sessions/get-session-patterns.ts';
export { listAgentSessions, SessionColumn } from './agent-sessions/list-agent-sessions.ts';
export { Check, CheckedChange } from './checks/check.ts';
export { createCheck } from './checks/create-check.ts';
export { listChecks } from './checks/list-checks.ts';
export {
  ComparisonPullRequest,
  ComparisonSummary,
  comparisonParams,
  exampleComparison,
  type Headline,
  StoredComparison,
} from './comparisons/comparison-summary.ts';
export { createComparison } from './comparisons/create-comparison.ts';
export { getComparison } from './comparisons/get-comparison.ts';
export { getComparisonPullRequest, PullRequestPlan } from './comparisons/get-comparison-pull-request.ts';
export { listComparisons } from './comparisons/list-comparisons.ts';
export { openComparisonPullRequest } from './comparisons/open-comparison-pull-request.ts';
export { ComparisonPreview, previewComparison } from './comparisons/preview-comparison.ts';
export { putComparison } from './comparisons/put-comparison.ts';
export { putComparisonPullRequest } from './comparisons/put-comparison-pull-request.ts';
export { FolderScenario, listFolderScenarios } from './folder/list-folder-scenarios.ts';
export { FolderSession, listFolderSessions } from './folder/list-folder-sessions.ts';
export { createInvitation } from './members/create-invitation.ts';
export { createSignInLink } from './members/create-sign-in-link.ts';
export { Email } from './members/email.ts';
export { findInvitation, InvitationOffer } from './members/find-invitation.ts';
export { Invitation } from './members/invitation.ts';
export { listInvitations } from './members/list-invitations.ts';
export { listMembers } from './members/list-members.ts';
export { Member } from './members/member.ts';
export { removeMember } from './members/remove-member.ts';
export { revokeInvitation } from './members/revoke-invitation.ts';
export { ROLE_SCOPES, Role } from './members/role.ts';
export { updateMember } from './members/update-member.ts';
export {
  type Called,
  defineOperation,
  type HandlerTypes,
  type Operation,
  type Scope,
  type ShareKind,
  type Tag,
} from './operation.ts';
export { getHealth } from './operations/get-health.ts';
export { getMetrics } from './operations/get-metrics.ts';
export { getReadiness } from './operations/get-readiness.ts';
export { listWorkers, Worker } from './operations/list-workers.ts';
export { createOrganization } from './organizations/create-organization.ts';
export { listOrganizations } from './organizations/list-organizations.ts';
export { ApiKeyId, AuditEntryId, InvitationId, MemberId, ShareId, WebhookDeliveryId, WebhookId } from './own-ids.ts';
export { pageFields, pageSchema } from './page.ts';
export { evaluate } from './reputation/evaluate.ts';
export { getAttestation } from './reputation/get-attestation.ts';
export { getBadge } from './reputation/get-badge.ts';
export { getKeyDirectory } from './reputation/get-key-directory.ts';
export { getReputation } from './reputation/get-reputation.ts';
export { getReputationHistory } from './reputation/get-reputation-history.ts';
export { ingest } from './reputation/ingest.ts';
export { listAgents } from './reputation/list-agents.ts';
export { listEvaluations } from './reputation/list-evaluations.ts';
export { updateAgent } from './reputation/update-agent.ts';
export { cancelRun } from './runs/cancel-run.ts';
export { createRuns } from './runs/create-runs.ts';
export { getRun } from './runs/get-run.ts';
export { getRunArchive } from './runs/get-run-archive.ts';
export { getRunAttestation } from './runs/get-run-attestation.ts';
export { getRunChanges } from './runs/get-run-changes.ts';
export { getRunDiff } from './runs/get-run-diff.ts';
export { getRunEvidenceFile } from './runs/get-run-evidence-file.ts';
export { getRunGrade } from './runs/get-run-grade.ts';
export { getRunHistogram } from './runs/get-run-histogram.ts';
export { getRunMatrix } from './runs/get-run-matrix.ts';
export { getRunScore } from './runs/get-run-score.ts';
export { getRunStats } from './runs/get-run-stats.ts';
export { getRunTotals, RunDimension, RunPeriod } from './runs/get-run-totals.ts';
export { getRunTranscript } from './runs/get-run-transcript.ts';
export { getRunTrend } from './runs/get-run-trend.ts';
export { listActivities } from './runs/list-activities.ts';
export { listRunAttempts, RunAttempt } from './runs/list-run-attempts.ts';
export { listRunEvidence } from './runs/list-run-evidence.ts';
export { listRunPoints } from './runs/list-run-points.ts';
export { listRuns } from './runs/list-runs.ts';
export { regradeRun } from './runs/regrade-run.ts';
export { rescoreRuns } from './runs/rescore-runs.ts';
export { RunOrder, WorkerLabels } from './runs/run-order.ts';
export { RunStatus, RunSummary } from './runs/run-summary.ts';
export { watchEvents } from './runs/watch-events.ts';
export { archiveScenario } from './scenarios/archive-scenario.ts';
export { createProof } from './scenarios/create-proof.ts';
export { createScenario } from './scenarios/create-scenario.ts';
export { freezeScenario } from './scenarios/freeze-scenario.ts';
export { getScenario } from './scenarios/get-scenario.ts';
export { getTask } from './scenarios/get-task.ts';
export { getTaskProof, TaskProof } from './scenarios/get-task-proof.ts';
export { listProofs } from './scenarios/list-proofs.ts';
export { listScenarioTasks } from './scenarios/list-scenario-tasks.ts';
export { listScenarios } from './scenarios/list-scenarios.ts';
export { proveTask } from './scenarios/prove-task.ts';
export { StoredScenario } from './scenarios/scenario-draft.ts';
export { SentProof } from './scenarios/sent-proof.ts';
export { StoredTask } from './scenarios/stored-task.ts';
export { updateScenario } from './scenarios/update-scenario.ts';
export { validateScenario } from './scenarios/validate-scenario.ts';
export { SentFiles } from './sent-files.ts';
export { createSession } from './sessions/create-session.ts';
export { endSession } from './sessions/end-session.ts';
export { endSignIn } from './sessions/end-sign-in.ts';
export { findSignInLink, SignInOffer } from './sessions/find-sign-in-link.ts';
export { getSession } from './sessions/get-session.ts';
export { getSignInOptions } from './sessions/get-sign-in-options.ts';
export { listSignIns } from './sessions/list-sign-ins.ts';
export { Session } from './sessions/session.ts';
export { exampleSignIn, SignIn, SignInId } from './sessions/sign-in.ts';
export { startOidcSignIn } from './sessions/start-oidc-sign-in.ts';
export { switchOrganization } from './sessions/switch-organization.ts';
export { ApiKey, exampleApiKey, KeyScope } from './settings/api-key.ts';
export { AuditEntry } from './settings/audit-entry.ts';
export { createApiKey } from './settings/create-api-key.ts';
export { createWorkspace } from './settings/create-workspace.ts';
export { deleteOrganization } from './settings/delete-organization.ts';
export { getOrganization } from './settings/get-organization.ts';
export { getServer, ServerSettings } from './settings/get-server.ts';
export { getWorkspace } from './settings/get-workspace.ts';
export { listApiKeys } from './settings/list-api-keys.ts';
export { listAuditLog } from './settings/list-audit-log.ts';
export { listWorkspaces } from './settings/list-workspaces.ts';
export { exampleOrganization, Organization, TelemetryContent } from './settings/organization.ts';
export { matchOrganizations, OrganizationName } from './settings/organization-name.ts';
export { revokeApiKey } from './settings/revoke-api-key.ts';
export { updateOrganization } from './settings/update-organization.ts';
export { updateWorkspace } from './settings/update-workspace.ts';
export {
  DisplayName,
  exampleWorkspace,
  ScorecardWeights,
  Workspace,
  WorkspaceJudge,
  workspaceParams,
  workspaceSettings,
} from './settings/workspace.ts';
export { createShare } from './sharing/create-share.ts';
export { getShared, SharedView } from './sharing/get-shared.ts';
export { listShares } from './sharing/list-shares.ts';
export { revokeShare } from './sharing/revoke-share.ts';
export { Share, ShareTarget } from './sharing/share.ts';
export { ExportRequest, ExportResult } from './telemetry/export-request.ts';
export { LiveSession, listLiveSessions } from './telemetry/list-live-sessions.ts';
export { receiveLogs } from './telemetry/receive-logs.ts';
export { receiveMetrics } from './telemetry/receive-metrics.ts';
export { receiveTraces } from './telemetry/receive-traces.ts';
export { createWebhook } from './webhooks/create-webhook.ts';
export { deleteWebhook } from './webhooks/delete-webhook.ts';
export { getWebhook } from './webhooks/get-webhook.ts';
export { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
export { listWebhooks } from './webhooks/list-webhooks.ts';
export { retryWebhookDelivery } from './webhooks/retry-webhook-delivery.ts';
export { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
export { testWebhook } from './webhooks/test-webhook.ts';
export { updateWebhook } from './webhooks/update-webhook.ts';
export {
  exampleWebhook,
  Webhook,
  WebhookEvent,
  WebhookEvents,
  WebhookUrl,
  WebhookWithSecret,
  webhookParams,
} from './webhooks/webhook.ts';
export { DeliveredEvent, exampleDelivery, WebhookDelivery, WebhookMessage } from './webhooks/webhook-delivery.ts';
