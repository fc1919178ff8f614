import { canonicalDigest } from '@assay/harness';
import { AssayError, parse, parseStrictJson, type ReportedRun, type Transcript } from '@assay/schema';
import { SentAgentSession } from '@assay/schema/api';
import { at, type Json, list } from '@assay/schema/json';
import { gradeTranscript, judgeHeuristically, redact, toInteractionJudgment } from '@assay/scoring';
import { readNanoseconds, readTranscriptOf } from '@assay/transcripts';
import { type Archive, openArchive } from '../archives/archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { createJsonScanner } from '../documents/scan-json.ts';
import { SIGNALS, type Signal } from './signals.ts';

// as much as of a session file of this machine
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_VALUES = 2_000_000;

/** What arrived of a session as telemetry: OTLP documents in JSON. */
export interface Telemetry {
  readonly source: string;
  /** One document after the other. */
  readonly sent: Archive;
  readonly documents: readonly { readonly signal: Signal; readonly size: number }[];
  readonly redacts: boolean;
}

export interface GradedSession {
  readonly digest: string;
  readonly report: ReportedRun;
}

/** Reads and grades a session as it was sent: JSON, plain or compressed with gzip. */
export async function gradeSentSession(sent: Archive): Promise<GradedSession> {
  const { add } = createJsonScanner({ max_values: MAX_VALUES });
  const bytes = await readArchive(sent, { is_gzip: isGzip(sent), max_bytes: MAX_BYTES, look: add }).catch(
    (cause: unknown) => {
      throw cause instanceof AssayError && cause.code === 'invalid_input' ? unreadable(cause) : cause;
    },
  );
  return gradeSession(bytes);
}

function isGzip(sent: Archive): boolean {
  using opened = openArchive(sent);
  return opened.head[0] === 0x1f && opened.head[1] === 0x8b;
}

/** Reads, grades and redacts a session in JSON. */
export function gradeSession(bytes: Uint8Array): GradedSession {
  const { source, transcript, redactions } = parse(SentAgentSession, readJson(bytes));
  // the sender redacts too; an older version may know fewer kinds of secrets
  const { digest, report } = gradeTranscriptOf(source, transcript, { redacts: true });
  const grade = { ...report.grade, redactions: redactions + report.grade.redactions };
  return { digest, report: { ...report, grade } };
}

/** Grades a session that arrived as telemetry. */
export async function gradeTelemetry({ sent, documents, source, redacts }: Telemetry): Promise<GradedSession> {
  const bytes = await readArchive(sent, { is_gzip: false, max_bytes: Number.POSITIVE_INFINITY });
  let end = 0;
  const read = documents.map(({ signal, size }) => {
    end += size;
    return { signal, document: JSON.parse(bytes.toString('utf8', end - size, end)) };
  });
  const transcript = await assembleSession(read);
  if (transcript !== undefined) return gradeTranscriptOf(source, transcript, { redacts });
  throw new AssayError('unknown_transcript', `the ${source} contains no events that Assay can read`);
}

/** The digest is of the content before the redaction. */
function gradeTranscriptOf(source: string, transcript: Transcript, { redacts }: { redacts: boolean }): GradedSession {
  const digest = canonicalDigest({ source, transcript });
  const content = { source, transcript };
  const clean = redacts ? redact(content) : { value: content, count: 0 };
  const { entries, interactions } = clean.value.transcript;
  const judgment = judgeHeuristically({ entries, interactions });
  const opinion = { judged: toInteractionJudgment(judgment), judgment: null };
  const grade = gradeTranscript(clean.value.source, clean.value.transcript, opinion);
  return { digest, report: { grade: { ...grade, redactions: clean.count }, entries, interactions, judgment } };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw unreadable(cause as Error);
  }
}

const unreadable = (cause: Error): AssayError =>
  new AssayError('invalid_json', `the session cannot be read: ${cause.message}`, { cause });

interface TelemetryDocument {
  readonly signal: Signal;
  readonly document: Json;
}

/**
 * The transcript of a session from everything that has arrived, in any order and any number of times. If both log
 * records and spans tell it, the transcript is of those that leave less out. Undefined if neither can be read.
 */
async function assembleSession(documents: readonly TelemetryDocument[]): Promise<Transcript | undefined> {
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
