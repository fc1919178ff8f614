import { gunzipSync } from 'node:zlib';
import { canonicalDigest } from '@assay/harness';
import { AssayError, parse, parseStrictJson, type ReportedRun, type Transcript } from '@assay/schema';
import { SentAgentSession } from '@assay/schema/api';
import { gradeTranscript, judgeHeuristically, redact, toInteractionJudgment } from '@assay/scoring';
import { assembleSession } from './assemble-session.ts';
import type { Signal } from './signals.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** What arrived of a session as telemetry: OTLP documents in JSON. */
export interface Telemetry {
  readonly source: string;
  readonly documents: readonly { readonly signal: Signal; readonly document: Uint8Array }[];
  readonly redacts: boolean;
}

interface Graded {
  readonly digest: string;
  readonly report: ReportedRun;
}

/** Reads, grades and redacts a session as it was sent. */
export function gradeSession(bytes: Uint8Array): Graded {
  const { source, transcript, redactions } = parse(SentAgentSession, readJson(bytes));
  // the sender redacts too; an older version may know fewer kinds of secrets
  const { digest, report } = gradeTranscriptOf(source, transcript, { redacts: true });
  const grade = { ...report.grade, redactions: redactions + report.grade.redactions };
  return { digest, report: { ...report, grade } };
}

/** Grades a session that arrived as telemetry. */
export async function gradeTelemetry({ documents, source, redacts }: Telemetry): Promise<Graded> {
  const decoder = new TextDecoder();
  const transcript = await assembleSession(
    documents.map(({ signal, document }) => ({ signal, document: JSON.parse(decoder.decode(document)) })),
  );
  if (transcript !== undefined) return gradeTranscriptOf(source, transcript, { redacts });
  throw new AssayError('unknown_transcript', `the ${source} contains no events that Assay can read`);
}

/** The digest is of the content before the redaction. */
function gradeTranscriptOf(source: string, transcript: Transcript, { redacts }: { redacts: boolean }): Graded {
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
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new AssayError('payload_too_large', `the session unpacks to more than ${MAX_BYTES} bytes`, { cause });
    throw new AssayError('invalid_json', `the session cannot be read: ${(cause as Error).message}`, { cause });
  }
}
