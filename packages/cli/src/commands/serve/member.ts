import type { ProcessMetrics } from '@assay/server';
import { createHost } from '../../config.ts';
import { ALIVE_MS, type FromServer, type Served, type ToServer } from './messages.ts';

/** This process as one of several servers. Disposing lets it end. */
export interface Member extends Disposable {
  readonly number: number;
  readonly processes: number;
  /** The ports that all processes share, for requests and for OTLP. */
  readonly ports: readonly (number | undefined)[];
  /** Aborted when the supervisor stops all servers. */
  readonly stopping: AbortSignal;
  tellServing(served: Served): void;
  /** Answers the supervisor with the metrics of this process; returns those of all processes. */
  shareMetrics(renderOwn: () => Promise<string>): () => Promise<readonly ProcessMetrics[]>;
}

/** Null if this process was not started by a supervisor. */
export function joinSupervisor(): Member | null {
  const { ASSAY_SERVER_PROCESS: place, ASSAY_SERVER_PORTS: ports = '' } = createHost().environment;
  if (place === undefined || process.send === undefined) return null;
  const [number = 1, processes = 1] = place.split('/').map(Number);
  const stopping = new AbortController();
  onMessage((message) => message.kind === 'stop' && stopping.abort());
  // the port comes through the channel, and nothing else may be open yet
  process.channel?.ref();
  setInterval(() => tell({ kind: 'alive' }), ALIVE_MS).unref();
  return {
    number,
    processes,
    ports: ports.split(',').map((port) => (port === '' ? undefined : Number(port))),
    stopping: stopping.signal,
    tellServing: (served) => tell({ kind: 'serving', served }),
    shareMetrics,
    [Symbol.dispose]: () => process.channel?.unref(),
  };
}

const tell = (message: FromServer): boolean => process.send?.(message) ?? false;
const onMessage = (receive: (message: ToServer) => void): void => void process.on('message', receive);

const LATE_MS = 3_000;

function shareMetrics(renderOwn: () => Promise<string>): ReturnType<Member['shareMetrics']> {
  const waiting = new Map<number, (all: readonly ProcessMetrics[]) => void>();
  let questions = 0;
  onMessage((message) => {
    if (message.kind === 'metrics') waiting.get(message.question)?.(message.all);
    if (message.kind === 'ask_own_metrics')
      void renderOwn().then((text) => tell({ kind: 'own_metrics', question: message.question, text }));
  });
  return () => {
    const question = ++questions;
    const { promise, resolve } = Promise.withResolvers<readonly ProcessMetrics[]>();
    waiting.set(question, resolve);
    const late = setTimeout(() => resolve([]), LATE_MS);
    tell({ kind: 'ask_metrics', question });
    return promise.finally(() => {
      clearTimeout(late);
      waiting.delete(question);
    });
  };
}
