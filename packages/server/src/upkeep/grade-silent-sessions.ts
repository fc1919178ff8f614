import { AssayError } from '@assay/schema';
import { findDestination } from '../otlp/find-destination.ts';
import { gradeSessionOnThread } from '../runs/grading-thread.ts';
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
    const job = { kind: 'telemetry', documents, source, redacts: telemetry_content !== 'full' } as const;
    // its own line: requests of the organization must not get it refused
    const graded = await gradeSessionOnThread(`telemetry ${organization_id}`, job, signal).catch(
      (error: Error) => error,
    );
    // the next start, or another server, grades it
    if (signal.aborted) break;
    // a session that cannot be graded must not hold up the others; it is tried again when more arrives
    const problem = graded instanceof Error ? describe(graded) : null;
    if (graded instanceof Error)
      log.write('warn', 'telemetry_not_graded', { service, session_id, message: graded.message });
    else await store.transaction((tables) => keepSession(tables, { organization_id, workspace_id, ...graded }));
    await store.telemetry.setGraded(key, { records, problem });
  }
  return due.length;
}

// internal details go to the log, not to clients
const describe = (error: Error): string =>
  error instanceof AssayError && error.code !== 'internal' ? error.message : 'Internal error. See the server log.';
