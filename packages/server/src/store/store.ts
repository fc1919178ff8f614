import type { OrganizationId, RunScore } from '@assay/schema';
import type { Blobs } from './blobs/blob-store.ts';
import { type Environment, openBlobs } from './blobs/open-blobs.ts';
import { createAgentCache } from './evaluations/agent-cache.ts';
import { type AppendOutcome, appendBatch } from './evaluations/append-batch.ts';
import type { Appended, AppendRequest } from './evaluations/append-evaluations.ts';
import { MIGRATIONS } from './schema/index.ts';
import { type Connection, isPooled, openPool, type PoolUse } from './sql/connection.ts';
import { createGroupCommit } from './sql/group-commit.ts';
import { toUuid } from './sql/ids.ts';
import { migrate } from './sql/migrate.ts';
import { apiKeysTable } from './tables/access/api-keys.ts';
import { auditLogTable } from './tables/access/audit-log.ts';
import { invitationsTable } from './tables/access/invitations.ts';
import { membersTable } from './tables/access/members.ts';
import { sessionsTable } from './tables/access/sessions.ts';
import { sharesTable } from './tables/access/shares.ts';
import { type AskedScore, agentRunScoresTable } from './tables/agents/agent-run-scores.ts';
import { agentsTable } from './tables/agents/agents.ts';
import { comparisonsTable } from './tables/agents/comparisons.ts';
import { evaluationsTable } from './tables/agents/evaluations.ts';
import { signingKeysTable } from './tables/agents/signing-keys.ts';
import { blobStoresTable } from './tables/contents/blob-stores.ts';
import { contentsTable } from './tables/contents/contents.ts';
import { evidenceRetentionTable } from './tables/contents/evidence-retention.ts';
import { runEvidenceTable } from './tables/contents/run-evidence.ts';
import { taskFilesTable } from './tables/contents/task-files.ts';
import { budgetsTable } from './tables/organizations/budgets.ts';
import { deletedOrganizationsTable } from './tables/organizations/deleted-organizations.ts';
import { organizationsTable } from './tables/organizations/organizations.ts';
import { workspacesTable } from './tables/organizations/workspaces.ts';
import { backlogTable } from './tables/queue/backlog.ts';
import { jobsTable } from './tables/queue/jobs.ts';
import { runAttemptsTable } from './tables/queue/run-attempts.ts';
import { runRequestsTable } from './tables/queue/run-requests.ts';
import { workersTable } from './tables/queue/workers.ts';
import { agentSessionsTable } from './tables/received/agent-sessions.ts';
import { idempotencyKeysTable } from './tables/received/idempotency-keys.ts';
import { pushedDocumentsTable } from './tables/received/pushed-documents.ts';
import { type TelemetryBatch, telemetryTable } from './tables/received/telemetry.ts';
import { gradesTable } from './tables/runs/grades.ts';
import { judgmentsTable } from './tables/runs/judgments.ts';
import { runChangesTable } from './tables/runs/run-changes.ts';
import { runChartsTable } from './tables/runs/run-charts.ts';
import { runDaysTable } from './tables/runs/run-days.ts';
import { runTotalsTable } from './tables/runs/run-totals.ts';
import { runsTable } from './tables/runs/runs.ts';
import { scenariosTable } from './tables/scenarios/scenarios.ts';
import { tasksTable } from './tables/scenarios/tasks.ts';
import { webhookDeliveriesTable } from './tables/webhooks/webhook-deliveries.ts';
import { webhooksTable } from './tables/webhooks/webhooks.ts';

export interface StoreOptions {
  readonly url: string;
  /** The maximum number of connections. All processes together must stay below the limit of the server. */
  readonly connections?: number;
  /** The maximum number of concurrent evaluation batches. */
  readonly lanes?: number;
  readonly now?: () => number;
  /** Says where contents are stored: `ASSAY_BLOBS`, and the credentials for it. */
  readonly environment?: Environment;
}

const CONNECTIONS = 10;
// fewer lanes give larger batches: with 64 connections, one lane was about a third faster than two or four
const LANES = 1;
const LANES_OF_READS = 2;
const BATCH_SIZE = 500;
const TELEMETRY_BATCH_SIZE = 50;
// larger ones gain nothing, and many of them would be a statement of gigabytes
const MOST_GROUPED_BYTES = 256 * 1024;

const createTables = (connection: Connection, { now, blobs }: { now: () => number; blobs: Blobs }) => ({
  organizations: organizationsTable(connection),
  deleted_organizations: deletedOrganizationsTable(connection),
  workspaces: workspacesTable(connection),
  api_keys: apiKeysTable(connection, now),
  members: membersTable(connection, now),
  invitations: invitationsTable(connection, now),
  sessions: sessionsTable(connection),
  shares: sharesTable(connection, now),
  audit_log: auditLogTable(connection, now),
  signing_keys: signingKeysTable(connection),
  idempotency_keys: idempotencyKeysTable(connection),
  agents: agentsTable(connection),
  evaluations: evaluationsTable(connection),
  scenarios: scenariosTable(connection),
  tasks: tasksTable(connection),
  task_files: taskFilesTable(connection, blobs),
  runs: runsTable(connection),
  run_requests: runRequestsTable(connection),
  run_attempts: runAttemptsTable(connection),
  run_evidence: runEvidenceTable(connection, blobs),
  run_changes: runChangesTable(connection),
  run_days: runDaysTable(connection),
  budgets: budgetsTable(connection),
  run_totals: runTotalsTable(connection),
  run_charts: runChartsTable(connection),
  evidence_retention: evidenceRetentionTable(connection),
  contents: contentsTable(connection, blobs),
  blob_stores: blobStoresTable(connection),
  grades: gradesTable(connection),
  judgments: judgmentsTable(connection),
  agent_run_scores: agentRunScoresTable(connection),
  workers: workersTable(connection),
  jobs: jobsTable(connection),
  comparisons: comparisonsTable(connection),
  agent_sessions: agentSessionsTable(connection),
  pushed_documents: pushedDocumentsTable(connection),
  telemetry: telemetryTable(connection),
  webhooks: webhooksTable(connection, now),
  webhook_deliveries: webhookDeliveriesTable(connection, now),
  backlog: backlogTable(connection),
});

/** The store, one field per table. */
export type Tables = ReturnType<typeof createTables>;

export interface Store extends Tables {
  /** Several tables in one transaction. */
  transaction<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result>;
  /** Appends an evaluation; settles when it is on disk. Concurrent ones are committed together. */
  evaluate(organization_id: OrganizationId, request: Omit<AppendRequest, 'organization_id'>): Promise<Evaluated>;
  /** The published score. Concurrent requests are read together. */
  findScore(asked: AskedScore): Promise<RunScore | undefined>;
  /** Stores a batch of telemetry once; settles when it is on disk. Concurrent small ones are committed together. */
  keepTelemetry(batch: TelemetryBatch): Promise<{ is_full: boolean }>;
  /** Where contents are stored. */
  readonly blobs: Blobs;
  /** The use of the connection pool. */
  countConnections(): PoolUse;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An evaluation and the reputation after it; `replayed` if its key was used before. */
export interface Evaluated extends Appended {
  readonly replayed: boolean;
}

/** Opens the store and migrates its schema. */
export async function openStore({
  url,
  connections = CONNECTIONS,
  lanes = LANES,
  now = Date.now,
  environment = {},
}: StoreOptions): Promise<Store> {
  const blobs = openBlobs(environment);
  const pooled = await isPooled(url);
  // no timeout: creating an index on a large table, or waiting for another process to do so, can be slow
  {
    await using patient = openPool({ url, connections: 1, patient: true, pooled });
    await migrate(patient, MIGRATIONS);
  }
  const pool = openPool({ url, connections, pooled });
  const known = createAgentCache();
  const log = createGroupCommit<AppendRequest, AppendOutcome>({
    lanes,
    batch_size: BATCH_SIZE,
    nameOf: ({ organization_id, evaluation }) => `${organization_id} ${evaluation.agent_id.normalize('NFC')}`,
    commit: (requests) => appendBatch(pool, { requests, now, known }),
  });
  const tables = createTables(pool, { now, blobs });
  const scores = createGroupCommit<AskedScore, RunScore | undefined>({
    lanes: LANES_OF_READS,
    batch_size: BATCH_SIZE,
    nameOf: ({ run_id }) => run_id,
    commit: (asked) => tables.agent_run_scores.findMany(asked),
  });
  const telemetry = createGroupCommit<TelemetryBatch, { is_full: boolean }>({
    lanes: LANES,
    batch_size: TELEMETRY_BATCH_SIZE,
    nameOf: ({ session_id }) => session_id,
    commit: (batches) => tables.telemetry.keepMany(batches),
  });
  return {
    ...tables,
    blobs,
    transaction: (work) => pool.transaction((connection) => work(createTables(connection, { now, blobs }))),
    async evaluate(organization_id, request) {
      const outcome = await log.submit({ ...request, organization_id });
      if (outcome.status === 'refused') throw outcome.error;
      return { ...outcome.appended, replayed: outcome.status === 'replayed' };
    },
    countConnections: pool.countConnections,
    async findScore(asked) {
      // rejects an invalid id here, so that it does not fail the whole batch
      toUuid(asked.run_id);
      return await scores.submit(asked);
    },
    async keepTelemetry(batch) {
      if (batch.document.length <= MOST_GROUPED_BYTES) return await telemetry.submit(batch);
      const [kept] = await tables.telemetry.keepMany([batch]);
      return kept as { is_full: boolean };
    },
    async [Symbol.asyncDispose]() {
      await telemetry.idle();
      await log.idle();
      await scores.idle();
      await pool[Symbol.asyncDispose]();
    },
  };
}
