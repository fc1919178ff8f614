import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { AssayError, type ProblemCode } from '@assay/schema';
import type { TelemetryContent } from '@assay/schema/api';
import type { Json } from '@assay/schema/json';
import type { Archive } from '../archives/archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { createJsonScanner, readJson } from '../documents/scan-json.ts';
import { SIGNALS, type Signal } from '../sessions/signals.ts';
import type { BatchFacts } from '../store/tables/received/telemetry.ts';
import { findFacts } from './find-facts.ts';
import { MESSAGES } from './messages.ts';
import { splitSessions } from './split-sessions.ts';
import { decodeMessage } from './wire.ts';

/** An export request to read: JSON or Protocol Buffers, plain or compressed with gzip. */
export interface ExportJob {
  readonly sent: Archive;
  readonly encoding: string | null;
  readonly is_protobuf: boolean;
  readonly signal: Signal;
  readonly telemetry_content: TelemetryContent;
}

/** Records of one session. */
interface ExportPart {
  readonly service: string;
  readonly session_id: string;
  readonly digest: string;
  readonly records: number;
  readonly facts: BatchFacts;
  readonly size: number;
}

export type ExportAnswer =
  | {
      readonly status: 'read';
      readonly parts: readonly ExportPart[];
      /** The documents of the parts, one after the other. */
      readonly documents: Uint8Array;
      readonly refused: number;
      readonly oversized: number;
    }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly message: string };

const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
// an exporter that sends every attribute of its longest batch has a tenth of it
const MAX_VALUES = 2_000_000;
// an exporter sends those of one machine
const MAX_SESSIONS = 1_000;

// Reads one request at a time, off the thread that serves requests: a small one can unpack to a large one.
parentPort?.on('message', async (job: ExportJob) => {
  const answer = await read(job).catch(describe);
  parentPort?.postMessage(answer, answer.status === 'read' ? [answer.documents.buffer as ArrayBuffer] : []);
});

async function read({ telemetry_content, signal, ...job }: ExportJob): Promise<ExportAnswer> {
  const split = splitSessions(await readExport({ signal, ...job }), signal, telemetry_content);
  const { parts, refused, oversized } = split;
  const sessions = new Set(parts.map(({ service, session_id }) => JSON.stringify([service, session_id]))).size;
  if (sessions > MAX_SESSIONS)
    throw new AssayError(
      'payload_too_large',
      `expected records of at most ${MAX_SESSIONS} sessions in one request, found ${sessions}; nothing was stored`,
    );
  const contents: Buffer[] = [];
  const described: ExportPart[] = [];
  for (const { document, ...part } of parts) {
    const content = Buffer.from(JSON.stringify(document));
    const digest = createHash('sha256').update(content).digest('hex');
    contents.push(content);
    described.push({ ...part, digest, size: content.length, facts: await findFacts(document, signal) });
  }
  // in separate memory, so that it can be handed over
  const documents = new Uint8Array(contents.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const content of contents) {
    documents.set(content, at);
    at += content.length;
  }
  return { status: 'read', parts: described, documents, refused, oversized };
}

async function readExport({
  sent,
  encoding,
  is_protobuf,
  signal,
}: Omit<ExportJob, 'telemetry_content'>): Promise<Json> {
  if (encoding !== null && encoding !== 'identity' && encoding !== 'gzip')
    throw new AssayError('invalid_input', `Content-Encoding: expected gzip or none, found ${encoding}`);
  const options = { is_gzip: encoding === 'gzip', max_bytes: MAX_UNPACKED_BYTES };
  if (is_protobuf) {
    const bytes = await readArchive(sent, options);
    return decodeMessage(bytes, SIGNALS[signal].request, { messages: MESSAGES, max_values: MAX_VALUES });
  }
  return readJson(await readArchive(sent, { ...options, look: createJsonScanner({ max_values: MAX_VALUES }).add }));
}

function describe(error: unknown): ExportAnswer {
  const [code, message] =
    error instanceof AssayError ? [error.code, error.message] : ['internal' as const, String(error)];
  return { status: 'failed', code, message };
}
