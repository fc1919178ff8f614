import { isAscii } from 'node:buffer';
import { createEnvelopeScanner } from './scan-envelope.ts';
import type { Piece } from './split-messages.ts';

/** The id of a request as JSON text, so that it can be returned exactly. */
export type IdText = string;

/** The relevant parts of a JSON-RPC message. */
export type Message =
  | { readonly kind: 'request'; readonly id: IdText; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: IdText; readonly result: unknown; readonly error: unknown }
  /** Any other JSON. */
  | { readonly kind: 'other' };

/** The messages of a line. */
interface ReadLine {
  readonly messages: readonly Message[];
  readonly is_batch: boolean;
  /** Too large to be read: only id and method are known. */
  readonly is_unread: boolean;
  /** The elements of a batch. */
  readonly batch: readonly unknown[];
}

const NO_BATCH: readonly unknown[] = [];
// strict: the client could decode invalid bytes differently
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a line; undefined if it is not JSON. */
export function readMessages({ bytes, envelope }: Piece): ReadLine | undefined {
  if (envelope !== null) {
    const { id, method } = envelope;
    const message = classify({ method }, id === undefined ? undefined : normalizeId(id));
    return { messages: [message], is_batch: false, is_unread: true, batch: NO_BATCH };
  }
  if (bytes === null) return undefined;
  let value: unknown;
  try {
    // most lines are ASCII, which is faster to decode
    value = JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : strict.decode(bytes));
  } catch {
    // text printed between messages, or a truncated message
    return undefined;
  }
  if (Array.isArray(value)) {
    const messages = value.map((item) => classify(item, readIdText(item)));
    return { messages, is_batch: true, is_unread: false, batch: value };
  }
  return { messages: [classify(value, readIdText(value, bytes))], is_batch: false, is_unread: false, batch: NO_BATCH };
}

function classify(value: unknown, id: IdText | undefined): Message {
  if (typeof value !== 'object' || value === null) return { kind: 'other' };
  const { method, params, result, error } = value as Record<string, unknown>;
  if (typeof method === 'string')
    return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
  return id === undefined ? { kind: 'other' } : { kind: 'answer', id, result, error };
}

// the same string can be written with and without escapes
function normalizeId(id: IdText): IdText | undefined {
  if (!id.startsWith('"')) return id;
  try {
    return JSON.stringify(JSON.parse(id));
  } catch {
    // truncated by the scanner
    return undefined;
  }
}

function readIdText(value: unknown, bytes?: Buffer): IdText | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id } = value as Record<string, unknown>;
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number') return undefined;
  // a number beyond double precision is taken from the text
  if (bytes === undefined || Number.isSafeInteger(id)) return String(id);
  const scanner = createEnvelopeScanner();
  scanner.push(bytes);
  return scanner.read().id ?? String(id);
}
