import type { TelemetryContent } from '@assay/schema/api';
import { at, type Json, list, text } from '@assay/schema/json';
import { sessionIdOf } from '@assay/transcripts';
import { SIGNALS, type Signal } from '../sessions/signals.ts';
import { cleanAttributes, cleanRecord } from './clean-record.ts';

/** Records of one session in a request, as a separate OTLP document. Many records are several parts. */
interface SessionPart {
  /** As the exporter names itself, such as `claude-code`. */
  readonly service: string;
  readonly session_id: string;
  readonly document: Json;
  readonly records: number;
}

interface Split {
  readonly parts: readonly SessionPart[];
  /** Records that belong to no session of an agent. */
  readonly refused: number;
  /** Records that are too large to store. */
  readonly oversized: number;
}

const LONGEST_NAME = 200;
// small enough for many to be stored by one statement
const MAX_PART_CHARS = 128 * 1024;
const MAX_RECORD_CHARS = 2 * 1024 * 1024;

/** Splits a request by session. Every record is cleaned and limited on the way. */
export function splitSessions(document: Json, signal: Signal, policy: TelemetryContent): Split {
  const { groups, scopes, records } = SIGNALS[signal];
  const parts = new Map<string, { service: string; session_id: string; found: Json[]; records: number }>();
  const sizes = new Map<string, number>();
  let [refused, oversized] = [0, 0];
  for (const group of list(at(document, groups))) {
    const resource = { attributes: cleanAttributes(at(group, 'resource', 'attributes'), policy) };
    const service = nameService(resource);
    const resource_chars = JSON.stringify(resource).length;
    const byPart = new Map<string, { session_id: string; own: Json[] }>();
    for (const scope of list(at(group, scopes)))
      for (const sent of list(at(scope, records))) {
        const record = cleanRecord(sent, signal, policy);
        const session_id = findSession(record, resource, signal);
        const chars = JSON.stringify(record).length;
        if (session_id === undefined) refused++;
        else if (resource_chars + chars > MAX_RECORD_CHARS) oversized++;
        else {
          const session = JSON.stringify([service, session_id]);
          const size = (sizes.get(session) ?? 0) + chars;
          sizes.set(session, size);
          const key = `${session} ${Math.floor(size / MAX_PART_CHARS)}`;
          if (byPart.get(key)?.own.push(record) === undefined) byPart.set(key, { session_id, own: [record] });
        }
      }
    for (const [key, { session_id, own }] of byPart) {
      const part = parts.get(key) ?? { service, session_id, found: [], records: 0 };
      part.found.push({ resource, [scopes]: [{ [records]: own }] });
      part.records += own.length;
      parts.set(key, part);
      const session = JSON.stringify([service, session_id]);
      sizes.set(session, (sizes.get(session) ?? 0) + resource_chars);
    }
  }
  return {
    parts: [...parts.values()].map(({ found, ...part }) => ({ ...part, document: { [groups]: found } })),
    refused,
    oversized,
  };
}

function nameService(resource: Json): string {
  const attribute = list(at(resource, 'attributes')).find((pair) => at(pair, 'key') === 'service.name');
  return (text(at(attribute, 'value', 'stringValue')) ?? 'unknown').slice(0, LONGEST_NAME);
}

// a trace without a session is one, if a model took part
function findSession(record: Json, resource: Json, signal: Signal): string | undefined {
  const named = sessionIdOf(record, resource);
  if (named !== undefined) return named.length > LONGEST_NAME ? undefined : named;
  const trace = signal === 'traces' && hasModel(record) ? text(at(record, 'traceId')) : undefined;
  return trace !== undefined && /^[\da-f]{32}$/i.test(trace) ? trace : undefined;
}

const hasModel = (record: Json): boolean =>
  list(at(record, 'attributes')).some((pair) => text(at(pair, 'key'))?.startsWith('gen_ai.'));
