import { AssayError } from '@assay/schema';
import { findDestination } from '../otlp/find-destination.ts';
import { gradeTelemetryOnThread } from '../runs/grading-thread.ts';
import type { Services } from '../services/services.ts';
import { keepSession } from '../sessions/keep-session.ts';

const AT_ONCE = 20;

/**
 * Grades sessions that have sent telemetry and then nothing for some time: they have ended, or wait for a person. What
 * arrives later is graded again. Two servers may grade the same session; its grade is stored once.
 */
export async function gradeSilentSessions(
  services: Pick<Services, 'store' | 'now' | 'log'>,
  { silent_ms, signal }: { silent_ms: number; signal: AbortSignal },
): Promise<number> {
  const { store, log } = services;
  const due = await store.telemetry.listDue({ silent_ms, limit: AT_ONCE });
  for (const { records, ...key } of due) {
    if (signal.aborted) break;
    const { organization_id, workspace_id, service, session_id } = key;
    const { telemetry_content } = await findDestination(services, organization_id, workspace_id);
    const documents = await store.telemetry.listDocuments(key);
    const source = `telemetry of ${service}, session ${session_id}`;
    const problem = await gradeTelemetryOnThread(
      { kind: 'telemetry', documents, source, redacts: telemetry_content !== 'full' },
      signal,
    ).then(
      async (graded) => {
        await store.transaction((tables) => keepSession(tables, { organization_id, workspace_id, ...graded }));
        return null;
      },
      (error: unknown) => {
        // the next round, or the next server, tries again
        if (signal.aborted || !(error instanceof AssayError) || error.code === 'internal') throw error;
        return error.message;
      },
    );
    if (problem !== null) log.write('telemetry_not_graded', { service, session_id, problem });
    await store.telemetry.setGraded(key, { records, problem });
  }
  return due.length;
}
