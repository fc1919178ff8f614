import { randomBytes, randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { EvaluationCheck } from '@assay/schema';
import { runChecks } from '@assay/scoring';
import { openLog } from '../log/open-log.ts';
import { createInstantFormatter } from './format-instant.ts';
import { createInspector } from './inspector.ts';
import type { RunChecks } from './judge-call.ts';
import { logSuffix } from './record-missed.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './worker-messages.ts';

/* The worker of an inspection: judges the traffic it receives, writes the log and sends it. */

if (parentPort === null) throw new Error('expected to run as a worker');
const port = parentPort;
const { agent_id, latency_ref_ms, checks, folder, destination, time_origin } = workerData as WorkerOptions;

// a larger chunk may complete a message that takes long to inspect
const LARGE_BYTES = 16 * 1024;
// when the queue never runs empty, the log is written this often
const LONGEST_UNWRITTEN_MS = 20;

const say = (message: FromWorker): void => port.postMessage(message);
const tell = (text: string): void => say({ kind: 'told', text });
const log = openLog({
  folder,
  destination: destination?.fingerprint ?? null,
  now: Date.now,
  suffix: logSuffix(),
  onFault: (fault) => tell(`cannot write evaluations to ${folder}: ${fault.message}`),
});
// loaded only if there is a destination
const sender =
  destination === null
    ? undefined
    : (await import('../deliver/evaluation-sender.ts')).startEvaluationSender({
        ...{ folder, destination, tell },
        random: () => (randomBytes(1)[0] as number) / 256,
      });
const inspector = createInspector({
  agent_id,
  latency_ref_ms,
  runChecks: createCheckRunner(checks),
  add(line) {
    log.add(line);
    sender?.wake();
  },
  createEventId: randomUUID,
  formatInstant: createInstantFormatter(time_origin),
});

let bytes = 0;
let messages = 0;
let settled_at = 0;
let isDue = false;

/** Writes the log and reports what was inspected. */
function settle(): void {
  isDue = false;
  log.flush();
  if (bytes > 0) say({ kind: 'inspected', bytes, messages });
  bytes = 0;
  messages = 0;
  settled_at = performance.now();
}

/** Settles after everything that has arrived, so that a burst of calls is written at once. */
function settleSoon(): void {
  if (isDue) {
    if (performance.now() - settled_at > LONGEST_UNWRITTEN_MS) settle();
    return;
  }
  isDue = true;
  settled_at = performance.now();
  setImmediate(settle);
}

async function end(at: number): Promise<void> {
  inspector.end(at);
  settle();
  await sender?.close();
  const { dropped } = log.close();
  say({ kind: 'ended', dropped });
  port.close();
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'traffic':
      if (message.bytes.length > LARGE_BYTES) settle();
      inspector.see(message.side, toBuffer(message.bytes), message.at);
      bytes += message.bytes.length;
      messages += message.messages;
      settleSoon();
      break;
    case 'skipped':
      inspector.miss(message.skipped, message.at);
      settleSoon();
      break;
    case 'decide': {
      const piece = { ...message.piece, bytes: message.piece.bytes && toBuffer(message.piece.bytes) };
      say({ kind: 'decided', decision: inspector.decide(piece) });
      settleSoon();
      break;
    }
    case 'end':
      void end(message.at);
      break;
  }
});

// the same memory as a Buffer
function toBuffer(array: Uint8Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.length);
}

/** Runs these checks on a call; the default checks if undefined. */
function createCheckRunner(checks: readonly EvaluationCheck[] | undefined): RunChecks {
  // an empty list: only errors fail
  if (checks?.length === 0) return () => ({ passed: true, checks: [] });
  // the duration of checks is not logged, so no clock is needed
  return (checked) => runChecks({ ...checked, checks }, { clock: () => 0 });
}
