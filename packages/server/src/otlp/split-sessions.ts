import type { TelemetryContent } from '@assay/schema/api';
import { at, type Json, list, text } from '@assay/schema/json';
import { sessionIdOf } from '@assay/transcripts';
import { SIGNALS, type Signal } from '../sessions/signals.ts';
import { cleanAttributes, cleanRecord } from './clean-record.ts';

/** The records of one session in a request, as a separate OTLP document. */
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
}

const LONGEST_NAME = 200;

/** Splits a request by session. Every record is cleaned and limited on the way. */
export function splitSessions(document: Json, signal: Signal, policy: TelemetryContent): Split {
  const { groups, scopes, records } = SIGNALS[signal];
  const parts = new Map<string, { service: string; session_id: string; found: Json[]; records: number }>();
  let refused = 0;
  for (const group of list(at(document, groups))) {
    const resource = { attributes: cleanAttributes(at(group, 'resource', 'attributes'), policy) };
    const service = nameService(resource);
    const bySession = new Map<string, Json[]>();
    for (const scope of list(at(group, scopes)))
      for (const sent of list(at(scope, records))) {
        const record = cleanRecord(sent, signal, policy);
        const session_id = findSession(record, resource, signal);
        if (session_id === undefined) refused++;
        else if (bySession.get(session_id)?.push(record) === undefined) bySession.set(session_id, [record]);
      }
    for (const [session_id, own] of bySession) {
      const key = JSON.stringify([service, session_id]);
      const part = parts.get(key) ?? { service, session_id, found: [], records: 0 };
      part.found.push({ resource, [scopes]: [{ [records]: own }] });
      part.records += own.length;
      parts.set(key, part);
    }
  }
  return {
    parts: [...parts.values()].map(({ found, ...part }) => ({ ...part, document: { [groups]: found } })),
    refused,
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
