import { type OrganizationId, type ReportedRun, toUsdMicros, type WorkspaceId } from '@assay/schema';
import type { AgentSession } from '@assay/schema/api';
import type { Tables } from '../store/store.ts';

interface GradedSession {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly digest: string;
  readonly report: ReportedRun;
}

/** Stores a graded session; undefined if its content is already stored. Requires a transaction. */
export function keepSession(
  { agent_sessions }: Pick<Tables, 'agent_sessions'>,
  { organization_id, workspace_id, digest, report }: GradedSession,
): Promise<AgentSession | undefined> {
  const { grade, entries } = report;
  return agent_sessions.keep(organization_id, {
    ...{ digest, workspace_id, report },
    agent: grade.agent,
    model: grade.model,
    session_id: grade.session_id,
    project: grade.project,
    source: grade.source,
    verification: grade.verification,
    end: grade.end,
    requests: grade.requests.length,
    findings: grade.findings.length,
    redactions: grade.redactions,
    entries: entries.length,
    cost_usd_micros: toUsdMicros(grade.cost_usd),
    wall_ms: grade.wall_ms,
    started_at: toInstant(grade.started_at),
  });
}

// in one form, so that lists sort by it
function toInstant(text: string | null): string | null {
  const instant = new Date(text ?? Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
