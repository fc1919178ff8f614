import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import type { Archive } from '../archives/archive.ts';
import { readMediaType } from '../http/read-body.ts';
import type { Reply } from '../http/reply.ts';
import type { Services } from '../services/services.ts';
import { SIGNALS, type Signal } from '../sessions/signals.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import { createThread } from '../threads/thread.ts';
import { answerExport, PROTOBUF } from './answer-export.ts';
import type { ExportAnswer, ExportJob } from './export-worker.ts';
import { findDestination } from './find-destination.ts';

interface Export {
  readonly signal: Signal;
  readonly sent: Archive;
  readonly headers: Headers;
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId | undefined;
}

const MEMORY_MB = 512;
// with the start of the thread, on a machine that is busy; the work itself takes a few seconds
const LONGEST_MS = 120_000;
// the agents of a team export every few seconds; each that waits has up to a mebibyte in memory
const MOST_WAITING = 256;

const inTurn = createFairQueue({ most_waiting: MOST_WAITING });
const ask = createThread<ExportJob, ExportAnswer>({
  name: 'reading telemetry',
  module: new URL('./export-worker', import.meta.url),
  memory_mb: MEMORY_MB,
  longest_ms: LONGEST_MS,
});

/** Stores the records of an export request by session, and answers when they are on disk. */
export async function receiveExport(
  services: Pick<Services, 'store' | 'now' | 'stopping'>,
  { signal, headers, organization_id, ...exported }: Export,
): Promise<Reply> {
  const found = await findDestination(services, organization_id, exported.workspace_id);
  const { workspace_id, telemetry_content } = found;
  const encoding = headers.get('content-encoding');
  const is_protobuf = readMediaType(headers) === PROTOBUF;
  const job = { sent: exported.sent, encoding, is_protobuf, signal, telemetry_content };
  const read = await inTurn(organization_id, () => ask(job, services.stopping));
  if (read.status === 'failed') throw new AssayError(read.code, read.message);
  const { parts, documents, refused, oversized } = read;
  let end = 0;
  const batches = parts.map(({ size, ...part }) => {
    end += size;
    return { organization_id, workspace_id, signal, ...part, document: documents.subarray(end - size, end) };
  });
  const kept = await Promise.all(batches.map((batch) => services.store.keepTelemetry(batch)));
  const overfull = parts.reduce((sum, { records }, index) => sum + (kept[index]?.is_full ? records : 0), 0);
  const reasons = [
    ...(refused > 0 ? [`${refused} records belong to no session of a known agent`] : []),
    ...(oversized > 0 ? [`${oversized} records are too large`] : []),
    ...(overfull > 0 ? [`${overfull} records belong to sessions that are too large`] : []),
  ];
  const count = refused + oversized + overfull;
  const message = reasons.join('; ');
  return answerExport(headers, count === 0 ? null : { field: SIGNALS[signal].refused, count, message });
}
