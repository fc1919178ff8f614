import { createHash } from 'node:crypto';
import type { OrganizationId, WorkspaceId } from '@assay/schema';
import type { Reply } from '../http/reply.ts';
import type { Services } from '../services/services.ts';
import { SIGNALS, type Signal } from '../sessions/signals.ts';
import { answerExport } from './answer-export.ts';
import { findDestination } from './find-destination.ts';
import { findFacts } from './find-facts.ts';
import { readRequest } from './read-request.ts';
import { splitSessions } from './split-sessions.ts';

interface Export {
  readonly signal: Signal;
  readonly bytes: Uint8Array;
  readonly headers: Headers;
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId | undefined;
}

/** Stores the records of an export request by session, and answers when they are on disk. */
export async function receiveExport(services: Pick<Services, 'store' | 'now'>, sent: Export): Promise<Reply> {
  const { signal, headers, organization_id } = sent;
  const { workspace_id, telemetry_content } = await findDestination(services, organization_id, sent.workspace_id);
  const { parts, refused } = splitSessions(await readRequest(sent.bytes, headers, signal), signal, telemetry_content);
  let overfull = 0;
  for (const { service, session_id, document, records } of parts) {
    const content = Buffer.from(JSON.stringify(document));
    const digest = createHash('sha256').update(content).digest('hex');
    const key = { organization_id, workspace_id, service, session_id };
    const facts = await findFacts(document, signal);
    const batch = { ...key, signal, digest, records, document: content, facts };
    const { is_full } = await services.store.keepTelemetry(batch);
    if (is_full) overfull += records;
  }
  const reasons = [
    ...(refused > 0 ? [`${refused} records belong to no session of a known agent`] : []),
    ...(overfull > 0 ? [`${overfull} records belong to sessions that are too large`] : []),
  ];
  const count = refused + overfull;
  const message = reasons.join('; ');
  return answerExport(headers, count === 0 ? null : { field: SIGNALS[signal].refused, count, message });
}
