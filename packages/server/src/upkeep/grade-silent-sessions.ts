import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import type { Archive } from '../archives/archive.ts';
import { findDestination } from '../otlp/find-destination.ts';
import { gradeSessionOnThread } from '../runs/grading-thread.ts';
import { openScratchFolder } from '../scratch/scratch-folder.ts';
import type { Services } from '../services/services.ts';
import { isOutage } from '../store/is-outage.ts';
import type { DueSession, TelemetryKey } from '../store/tables/received/telemetry.ts';

const AT_ONCE = 20;
// rows become buffers on the thread that serves requests
const MAX_BYTES_AT_ONCE = 1024 * 1024;

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
    await using read = await readDocuments(store, key, documents);
    const redacts = telemetry_content !== 'full';
    const job = { kind: 'telemetry', sent: read.sent, documents, source, redacts } as const;
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

type Described = Awaited<ReturnType<Graders['store']['telemetry']['listDocuments']>>;

/** The documents, one after the other: in memory if they are small together, otherwise in a file. */
async function readDocuments(
  { telemetry }: Graders['store'],
  key: TelemetryKey,
  documents: Described,
): Promise<AsyncDisposable & { readonly sent: Archive }> {
  await using opening = new AsyncDisposableStack();
  const read = (some: Described): Promise<Buffer[]> =>
    telemetry.readDocuments(
      key,
      some.map(({ digest }) => digest),
    );
  if (sumSizes(documents) <= MAX_BYTES_AT_ONCE) {
    const bytes = Buffer.concat(await read(documents));
    return { sent: { bytes }, [Symbol.asyncDispose]: async () => undefined };
  }
  const file = join(opening.use(await openScratchFolder()).path, 'documents');
  for (let [start, end, size] = [0, 0, 0]; end < documents.length; ) {
    size += documents[end++]?.size ?? 0;
    if (size < MAX_BYTES_AT_ONCE && end < documents.length) continue;
    await appendFile(file, Buffer.concat(await read(documents.slice(start, end))));
    [start, size] = [end, 0];
  }
  const stored = opening.move();
  return { sent: { file }, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

const sumSizes = (documents: Described): number => documents.reduce((sum, { size }) => sum + size, 0);

// internal details go to the log, not to clients
const describe = (error: unknown): string =>
  error instanceof AssayError && error.code !== 'internal' ? error.message : 'Internal error. See the server log.';
