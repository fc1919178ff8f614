import { AssayError } from '@assay/schema';
import { findDestination } from '../otlp/find-destination.ts';
import { gradeSessionOnThread } from '../runs/grading-thread.ts';
import type { Services } from '../services/services.ts';
import { isOutage } from '../store/is-outage.ts';
import type { DueSession } from '../store/tables/received/telemetry.ts';

const AT_ONCE = 20;

type Graders = Pick<Services, 'store' | 'now' | 'log'>;

/**
 * Grades sessions that have sent telemetry and then nothing for some time: they have ended, or wait for a person. The
 * oldest is first, and organizations take turns. What arrives later is graded again. Two servers may grade the same
 * session; its grade is stored once. Settles when none is due, with their number.
 */
export async function gradeSilentSessions(
  services: Graders,
  options: { readonly silent_ms: number; readonly signal: AbortSignal },
): Promise<number> {
  const { silent_ms, signal } = options;
  let graded = 0;
  for (;;) {
    const due = await services.store.telemetry.listDue({ silent_ms, limit: AT_ONCE });
    for (const one of due) {
      if (signal.aborted) return graded;
      await gradeDue(services, one, signal);
      graded++;
    }
    if (due.length < AT_ONCE) return graded;
  }
}

async function gradeDue(services: Graders, { records, ...key }: DueSession, signal: AbortSignal): Promise<void> {
  const { store, log } = services;
  const { organization_id, workspace_id, service, session_id } = key;
  const { telemetry_content } = await findDestination(services, organization_id, workspace_id);
  let problem: string | null = null;
  try {
    const documents = await store.telemetry.listDocuments(key);
    const source = `telemetry of ${service}, session ${session_id}`;
    const job = { kind: 'telemetry', documents, source, redacts: telemetry_content !== 'full' } as const;
    // its own line: requests of the organization must not get it refused
    const graded = await gradeSessionOnThread(`telemetry ${organization_id}`, job, signal);
    await store.transaction((tables) => tables.agent_sessions.keep(organization_id, { ...graded, workspace_id }));
  } catch (error) {
    // the next start, or another server, grades it
    if (signal.aborted) return;
    if (isOutage(error)) throw error;
    // a session that cannot be graded must not hold up the others; it is tried again when more arrives
    problem = describe(error);
    log.write('warn', 'telemetry_not_graded', { service, session_id, message: String((error as Error).message) });
  }
  await store.telemetry.setGraded(key, { records, problem });
}

// internal details go to the log, not to clients
const describe = (error: unknown): string =>
  error instanceof AssayError && error.code !== 'internal' ? error.message : 'Internal error. See the server log.';
