import { isAscii } from 'node:buffer';
import { createEnvelopeScanner } from './scan-envelope.ts';
import type { Piece } from './split-messages.ts';

/** The id of a request: as JSON, as it is written, so that it can be given back exactly. */
export type IdText = string;

/** One JSON-RPC message, as much of it as matters here. */
export type Message =
  | { readonly kind: 'request'; readonly id: IdText; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: IdText; readonly result: unknown; readonly error: unknown }
  /** Valid JSON that is none of the others. */
  | { readonly kind: 'other' };

/** The messages of a line, and whether they came as a list; undefined if it is not JSON. */
interface ReadLine {
  readonly messages: readonly Message[];
  readonly is_batch: boolean;
  /** Too large to be read: what it holds is not known. */
  readonly is_unread: boolean;
  /** The list itself, where it is one. */
  readonly batch: readonly unknown[];
}

const NO_BATCH: readonly unknown[] = [];
// what reads leniently here could be read otherwise by whoever is behind us
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a copy of a line; never throws, whatever is in it. */
export function readMessages({ bytes, envelope }: Piece): ReadLine | undefined {
  if (envelope !== null) {
    const { id, method } = envelope;
    const message = classify({ method }, id === undefined ? undefined : normalise(id));
    return { messages: [message], is_batch: false, is_unread: true, batch: NO_BATCH };
  }
  if (bytes === null) return undefined;
  let value: unknown;
  try {
    // most is plain, and then every decoder reads the same
    value = JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : strict.decode(bytes));
  } catch {
    // text that a server prints among its messages, or a cut one: nothing to look at
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

// a string can be written with escapes or without
function normalise(id: IdText): IdText | undefined {
  if (!id.startsWith('"')) return id;
  try {
    return JSON.stringify(JSON.parse(id));
  } catch {
    // longer than the scanner keeps
    return undefined;
  }
}

function readIdText(value: unknown, bytes?: Buffer): IdText | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id } = value as Record<string, unknown>;
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number') return undefined;
  // a number that a double cannot hold is read once more as it is written
  if (bytes === undefined || Number.isSafeInteger(id)) return String(id);
  const scanner = createEnvelopeScanner();
  scanner.push(bytes);
  return scanner.read().id ?? String(id);
}
