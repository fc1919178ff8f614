import { AssayError, isDiskFull, type WaitingParcel } from '@assay/schema';
import { RequestError, sendContent } from '@assay/sdk/core';
import type { ServerAddress } from '../server/choose-server.ts';
import { connect, toAssayError } from '../server/request-server.ts';
import type { Outbox } from './outbox.ts';

/** A parcel that the server refused for good. */
export interface Refused {
  readonly parcel: WaitingParcel;
  readonly error: AssayError;
}

export interface Sending {
  readonly sent: readonly WaitingParcel[];
  /** What the server had before. */
  readonly already: readonly WaitingParcel[];
  readonly refused: readonly Refused[];
  /** What is left in the outbox. */
  readonly waiting: readonly WaitingParcel[];
  /** Why the rest waits; null if nothing does. */
  readonly obstacle: AssayError | null;
}

export interface SendOptions {
  readonly server: ServerAddress;
  readonly signal: AbortSignal;
  /** Called before and after each parcel. */
  readonly onProgress: (done: number, of: number, parcel: WaitingParcel) => void;
}

// a large run on a slow line
const TIMEOUT_MS = 600_000;
const RETRIES = 4;
/** The status of an upload whose content the server has stored before; 201 if it is new. */
const STORED_BEFORE = 200;
/** The content is at fault, so that sending it again does not help. */
const REFUSALS = new Set([400, 404, 409, 413, 422]);

/** Sends what waits, oldest first. A parcel is removed only after the server has confirmed it. */
export async function sendWaiting(outbox: Outbox, { server, signal, onProgress }: SendOptions): Promise<Sending> {
  const all = await outbox.list();
  const [sent, already]: [WaitingParcel[], WaitingParcel[]] = [[], []];
  const refused: Refused[] = [];
  for (const [index, parcel] of all.entries()) {
    onProgress(index, all.length, parcel);
    const { error, wasThere } = await trySend(outbox, parcel, { server, signal });
    if (error !== null && !isRefusal(error))
      return { sent, already, refused, waiting: all.slice(index), obstacle: explain(error, server.url) };
    await outbox.remove(parcel);
    if (error !== null) refused.push({ parcel, error: explain(error, server.url) });
    else (wasThere ? already : sent).push(parcel);
    onProgress(index + 1, all.length, parcel);
  }
  return { sent, already, refused, waiting: [], obstacle: null };
}

interface Attempt {
  /** Null if the server has it now. */
  readonly error: unknown;
  readonly wasThere: boolean;
}

async function trySend(
  outbox: Outbox,
  parcel: WaitingParcel,
  { server, signal }: Pick<SendOptions, 'server' | 'signal'>,
): Promise<Attempt> {
  const failed = (error: unknown): Attempt => ({ error, wasThere: false });
  const { operation, fields, type } = parcel;
  try {
    const body = await outbox.read(parcel);
    if (body === null) return { error: null, wasThere: false };
    const { status, answer } = await sendContent(connect(server), operation, {
      fields,
      content: { type, body },
      options: { signal, timeoutMs: TIMEOUT_MS, retries: RETRIES },
    });
    // a proxy on the way may answer 200 to everything
    if (typeof answer !== 'object' || answer === null)
      return failed(new RequestError('malformed_answer', 'the server did not confirm it'));
    return { error: null, wasThere: status === STORED_BEFORE };
  } catch (error) {
    if (signal.aborted) return failed(new AssayError('interrupted', 'interrupted while sending', { cause: error }));
    return failed(error);
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof RequestError
    ? error.status !== undefined && REFUSALS.has(error.status) && !error.passing && error.code !== 'malformed_answer'
    : error instanceof AssayError && error.code === 'unreadable_file';

function explain(error: unknown, url: string): AssayError {
  const told = toAssayError(error, url);
  if (told instanceof AssayError) return told;
  if (isDiskFull(error)) return new AssayError('disk_full', 'the disk is full', { cause: error });
  return new AssayError('internal', told instanceof Error ? told.message : String(told), { cause: error });
}
