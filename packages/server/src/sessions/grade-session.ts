import { gunzipSync } from 'node:zlib';
import { canonicalDigest } from '@assay/harness';
import { AssayError, parse, parseStrictJson, type ReportedRun } from '@assay/schema';
import { SentAgentSession } from '@assay/schema/api';
import { gradeTranscript, judgeHeuristically, redact, toInteractionJudgment } from '@assay/scoring';

const MAX_BYTES = 256 * 1024 * 1024;

/** Reads, grades and redacts a session as it was sent. The digest is of its content before the redaction. */
export function gradeSession(bytes: Uint8Array): { digest: string; report: ReportedRun } {
  const { source, transcript, redactions } = parse(SentAgentSession, readJson(bytes));
  const digest = canonicalDigest({ source, transcript });
  // the sender redacts too; an older version may know fewer kinds of secrets
  const clean = redact({ source, transcript });
  const { entries, interactions } = clean.value.transcript;
  const judgment = judgeHeuristically({ entries, interactions });
  const opinion = { judged: toInteractionJudgment(judgment), judgment: null };
  const grade = gradeTranscript(clean.value.source, clean.value.transcript, opinion);
  return {
    digest,
    report: { grade: { ...grade, redactions: redactions + clean.count }, entries, interactions, judgment },
  };
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
