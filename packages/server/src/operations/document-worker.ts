import { parentPort } from 'node:worker_threads';
import { AssayError, parse } from '@assay/schema';
import * as api from '@assay/schema/api';
import { readArchive } from '../archives/read-archive.ts';
import { type DocumentAnswer, type DocumentJob, MAX_DOCUMENT_CHARS } from '../documents/read-document.ts';
import { createJsonScanner, readJson } from '../documents/scan-json.ts';
import { INSPECTIONS } from './inspect-body.ts';

const isOperation = (value: unknown): value is api.Operation =>
  typeof value === 'object' && value !== null && 'id' in value && 'path' in value && 'method' in value;
const OPERATIONS = new Map(
  Object.values<unknown>(api)
    .filter(isOperation)
    .map((one) => [one.id, one]),
);

// Reads one body at a time, off the thread that serves requests: it can be large, and wrong in every place.
parentPort?.on('message', async (job: DocumentJob) => {
  const answer = await read(job).catch(describe);
  parentPort?.postMessage(answer);
});

async function read({ operation, sent, omit, max_values }: DocumentJob): Promise<DocumentAnswer> {
  const scanner = createJsonScanner({ max_values });
  const bytes = await readArchive(sent, {
    is_gzip: false,
    max_bytes: Number.POSITIVE_INFINITY,
    look: scanner.add,
  });
  const schema = OPERATIONS.get(operation)?.body;
  if (schema === undefined) throw new AssayError('internal', `${operation} has no body`);
  const body = parse(schema, readJson(bytes));
  const found = await INSPECTIONS.get(operation)?.(body as never);
  // as text, because reading it takes a third of the time that copying the objects does
  const document = JSON.stringify(found === undefined ? { body: without(body, omit) } : { found });
  if (document.length > MAX_DOCUMENT_CHARS)
    throw new AssayError('payload_too_large', `expected at most ${MAX_DOCUMENT_CHARS} characters of JSON, found more`);
  return { status: 'read', document, values: omit.length === 0 ? scanner.values : 0 };
}

const without = (body: unknown, omit: readonly string[]): unknown =>
  omit.length === 0
    ? body
    : Object.fromEntries(Object.entries(body as object).filter(([name]) => !omit.includes(name)));

function describe(error: unknown): DocumentAnswer {
  if (!(error instanceof AssayError)) return { status: 'failed', code: 'internal', message: (error as Error).message };
  const { code, message, path } = error;
  return { status: 'failed', code, message, ...(path === undefined ? {} : { path }) };
}
