import { toUsdMicros } from '@assay/schema';
import type { NewAgentSession } from '../store/tables/received/agent-sessions.ts';
import { packReport } from '../store/tables/received/packed-report.ts';
import type { GradedSession } from './grade-session.ts';

/** A graded session as it is stored: a long transcript would hold up the thread that serves requests. */
export type PackedSession = Omit<NewAgentSession, 'workspace_id'>;

export async function packSession({ digest, report }: GradedSession): Promise<PackedSession> {
  const { grade, entries } = report;
  return {
    digest,
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
    report: await packReport(report),
    waste: grade.waste,
    occurrences: grade.occurrences,
  };
}

// in one form, so that lists sort by it
function toInstant(text: string | null): string | null {
  const instant = new Date(text ?? Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
