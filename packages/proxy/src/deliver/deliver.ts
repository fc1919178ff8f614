import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listLogs, type Progress, readProgress, saveProgress } from '../log/log-folder.ts';
import type { LoggedCall, LogHead, LogLine } from '../log/log-line.ts';
import type { Destination } from './destination.ts';
import { type Posted, postEvaluations } from './post-evaluations.ts';

export interface Delivery {
  /** Another process is sending. */
  readonly is_busy: boolean;
  readonly sent: number;
  /** Sent evaluations that the server already had. */
  readonly duplicates: number;
  readonly refused: number;
  /** Calls without a verdict, which are not sent. */
  readonly unjudged: number;
  /** Lines dropped because the log was full. */
  readonly dropped: number;
  /** Logs that belong to another server or key. */
  readonly others: number;
  /** Why sending stopped early; null if everything was sent. */
  readonly stopped: Extract<Posted, { kind: 'later' | 'never' }> | null;
}

interface DeliverOptions {
  readonly destination: Destination;
  /** Which logs to send: those for this destination, also those for none, or all. */
  readonly logs: 'own' | 'unclaimed' | 'all';
  readonly signal: AbortSignal;
}

const READ_BYTES = 1024 * 1024;
const MOST_EVENTS = 200;
// well below the server's limit of 1 MiB
const MOST_BODY_BYTES = 600 * 1024;

/** Sends the unsent part of the logs in a folder, in order. One process at a time. Network errors do not throw. */
export async function deliver(folder: string, { destination, logs, signal }: DeliverOptions): Promise<Delivery> {
  const total = { sent: 0, duplicates: 0, refused: 0, unjudged: 0, dropped: 0, others: 0 };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  using lock = tryLock(join(folder, 'lock'));
  if (lock === undefined) return { is_busy: true, ...total, stopped: null };
  for (const file of listLogs(folder)) {
    const handle = await open(file, 'r').catch(() => undefined);
    if (handle === undefined) continue;
    try {
      const head = await readHead(handle);
      if (!isWanted(head, destination, logs)) {
        total.others++;
        continue;
      }
      const told = await deliverLog({ file, handle, destination, signal });
      for (const key of ['sent', 'duplicates', 'refused', 'unjudged', 'dropped'] as const) total[key] += told[key];
      if (told.stopped !== null) return { is_busy: false, ...total, stopped: told.stopped };
    } finally {
      await handle.close();
    }
  }
  return { is_busy: false, ...total, stopped: null };
}

function isWanted(head: LogHead | undefined, { fingerprint }: Destination, logs: DeliverOptions['logs']): boolean {
  const claim = head?.destination ?? null;
  return logs === 'all' || claim === fingerprint || (logs === 'unclaimed' && claim === null);
}

interface OneLog {
  readonly file: string;
  readonly handle: FileHandle;
  readonly destination: Destination;
  readonly signal: AbortSignal;
}

async function deliverLog({ file, handle, destination, signal }: OneLog) {
  let progress = readProgress(file);
  const told = { sent: 0, duplicates: 0, refused: 0, unjudged: 0, dropped: 0, stopped: null as Delivery['stopped'] };
  for (;;) {
    const batch = await readBatch(handle, progress.offset);
    if (batch.next === progress.offset) return told;
    const posted = await post(batch.evaluations, destination, signal);
    told.sent += posted.sent;
    told.duplicates += posted.duplicates;
    told.refused += posted.refused + batch.unreadable;
    if (posted.stopped !== null) return { ...told, stopped: posted.stopped };
    told.unjudged += batch.unjudged;
    told.dropped = Math.max(told.dropped, batch.dropped);
    const refused = progress.refused + posted.refused + batch.unreadable;
    progress = { offset: batch.next, sent: progress.sent + posted.sent, refused } satisfies Progress;
    saveProgress(file, progress);
  }
}

interface Sent {
  readonly sent: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly stopped: Delivery['stopped'];
}

const NOTHING: Sent = { sent: 0, duplicates: 0, refused: 0, stopped: null };

// a rejected batch is halved until the invalid evaluation is alone, so that it blocks no other
async function post(evaluations: readonly object[], destination: Destination, signal: AbortSignal): Promise<Sent> {
  if (evaluations.length === 0) return NOTHING;
  const posted = await postEvaluations(destination, evaluations, signal);
  switch (posted.kind) {
    case 'taken':
      return { ...NOTHING, sent: evaluations.length, duplicates: posted.duplicates };
    case 'later':
    case 'never':
      return { ...NOTHING, stopped: posted };
    case 'refused': {
      if (evaluations.length === 1) return { ...NOTHING, refused: 1 };
      const middle = evaluations.length >> 1;
      const first = await post(evaluations.slice(0, middle), destination, signal);
      if (first.stopped !== null) return first;
      const second = await post(evaluations.slice(middle), destination, signal);
      return {
        sent: first.sent + second.sent,
        duplicates: first.duplicates + second.duplicates,
        refused: first.refused + second.refused,
        stopped: second.stopped,
      };
    }
  }
}

interface Batch {
  readonly evaluations: object[];
  readonly next: number;
  readonly unjudged: number;
  readonly unreadable: number;
  readonly dropped: number;
}

// whole lines only: the last one may be incomplete
async function readBatch(handle: FileHandle, offset: number): Promise<Batch> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, offset);
  const evaluations: object[] = [];
  let [next, size, unjudged, unreadable, dropped] = [0, 0, 0, 0, 0];
  for (let end = buffer.subarray(0, bytesRead).indexOf(0x0a); end !== -1; ) {
    const line = parseLine(buffer.toString('utf8', next, end));
    const ingested = line?.kind === 'evaluation' ? toIngested(line) : undefined;
    if (ingested !== undefined) {
      const bytes = Buffer.byteLength(JSON.stringify(ingested));
      if (evaluations.length > 0 && (size + bytes > MOST_BODY_BYTES || evaluations.length === MOST_EVENTS)) break;
      size += bytes;
      evaluations.push(ingested);
    } else if (line === undefined) unreadable++;
    else if (line.kind === 'dropped') dropped = Math.max(dropped, line.count);
    else if (line.kind === 'unjudged' || line.kind === 'evaluation') unjudged++;
    next = end + 1;
    end = buffer.subarray(0, bytesRead).indexOf(0x0a, next);
  }
  // a line that fills the buffer was not written by a proxy: skip it in steps
  if (next === 0 && bytesRead === READ_BYTES)
    return { evaluations, next: offset + bytesRead, unjudged, unreadable, dropped };
  return { evaluations, next: offset + next, unjudged, unreadable, dropped };
}

function parseLine(text: string): LogLine | { kind: 'log' } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'kind' in value ? (value as LogLine) : undefined;
  } catch {
    // a line cut by a crash: counted by the caller
    return undefined;
  }
}

async function readHead(handle: FileHandle): Promise<LogHead | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
  const [first = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
  const line: unknown = parseLine(first);
  return (line as LogHead | undefined)?.kind === 'log' ? (line as LogHead) : undefined;
}

const SQLITE_BUSY = 5;

/** Locks a file; undefined if it is locked. The kernel releases the lock when the process ends, so it is never stale. */
function tryLock(file: string): Disposable | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
    return { [Symbol.dispose]: () => database.close() };
  } catch (cause) {
    database.close();
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return undefined;
    throw cause;
  }
}

// metadata is limited to 4 KiB
const MOST_NOTES = 5;
const LONGEST_REASON = 80;

/** A logged call in the format of `POST /v1/ingest`; undefined if it has no verdict. */
function toIngested(line: LoggedCall): object | undefined {
  if (line.passed === null) return undefined;
  const { event_id, agent_id, tool, input, output, latency_ms, latency_ref_ms, passed, occurred_at, is_error, checks } =
    line;
  const failed = (checks ?? [])
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'ERROR')
    .slice(0, MOST_NOTES)
    .map(({ id, verdict, reason }) => ({ id: id.slice(0, 60), verdict, reason: reason.slice(0, LONGEST_REASON) }));
  return {
    event_id,
    agent_id,
    tool,
    input,
    output: output ?? null,
    latency_ms,
    ...(latency_ref_ms === undefined ? {} : { latency_ref_ms }),
    passed,
    occurred_at,
    metadata: { is_error, ...(failed.length === 0 ? {} : { failed_checks: failed }) },
  };
}
