import type { Transcript } from '@assay/schema';
import { at, type Json, list } from '@assay/schema/json';
import { readNanoseconds, readTranscriptOf } from '@assay/transcripts';
import { SIGNALS, type Signal } from './signals.ts';

export interface TelemetryDocument {
  readonly signal: Signal;
  readonly document: Json;
}

/**
 * The transcript of a session from everything that has arrived, in any order and any number of times. If both log
 * records and spans tell it, the transcript is of those that leave less out. Undefined if neither can be read.
 */
export async function assembleSession(documents: readonly TelemetryDocument[]): Promise<Transcript | undefined> {
  const told: Transcript[] = [];
  for (const signal of ['logs', 'traces'] as const) {
    const own = documents.filter((one) => one.signal === signal).map(({ document }) => document);
    const transcript = own.length === 0 ? undefined : await readTranscriptOf([merge(own, signal)]);
    if (transcript !== undefined) told.push(transcript);
  }
  const missing = ({ missing: facts = [] }: Transcript): number => facts.length;
  return told.toSorted((a, b) => missing(a) - missing(b) || b.entries.length - a.entries.length)[0];
}

/** All records of a signal as one document, each once, in an order that does not depend on how they arrived. */
function merge(documents: readonly Json[], signal: Signal): Json {
  const { groups, scopes, records, time } = SIGNALS[signal];
  const found = new Map<string, { readonly at: bigint; readonly resource: Json; readonly record: Json }>();
  for (const group of documents.flatMap((document) => list(at(document, groups))))
    for (const record of list(at(group, scopes)).flatMap((scope) => list(at(scope, records)))) {
      const resource = at(group, 'resource');
      found.set(JSON.stringify([record, resource]), { at: readNanoseconds(at(record, time)), resource, record });
    }
  const sorted = [...found].toSorted(([a, x], [b, y]) => (x.at === y.at ? (a < b ? -1 : 1) : x.at < y.at ? -1 : 1));
  return { [groups]: sorted.map(([, { resource, record }]) => ({ resource, [scopes]: [{ [records]: [record] }] })) };
}
