import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { SINKS } from './index.ts';
import type { ScoredRun } from './scored-run.ts';
import type { Sink, SinkKind } from './sink.ts';

export interface OpenSinksOptions {
  /** Configures the sinks; a sink without a key or URL is off. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Counts sent scores. Optional: a process may export no metrics. */
  readonly metrics?: Pick<Metrics, 'count'>;
  readonly kinds?: readonly SinkKind[];
}

/** The enabled sinks. */
export interface Sinks extends AsyncDisposable {
  /**
   * Sends to all of them in the background, except those that already have the run. Never throws: scores are stored even
   * if no sink gets them.
   */
  emit(run: ScoredRun, sent?: readonly string[]): void;
  /** The ids of the enabled sinks. */
  readonly ids: readonly string[];
}

const MOST_WAITING = 1_000;
const BATCH = 100;
const CLOSE_MS = 5_000;

const NOWHERE = { count: () => undefined };

export function openSinks({ environment, log, metrics = NOWHERE, kinds = SINKS }: OpenSinksOptions): Sinks {
  const queues = kinds.flatMap(({ id, open }) => {
    const sink = open(environment);
    return sink === undefined ? [] : [{ id, ...createQueue({ id, sink, log, metrics }) }];
  });
  return {
    ids: queues.map(({ id }) => id),
    emit(run, sent = []) {
      for (const queue of queues) if (!sent.includes(queue.id)) queue.add(run);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

interface QueueOptions extends Required<Pick<OpenSinksOptions, 'log' | 'metrics'>> {
  readonly id: string;
  readonly sink: Sink;
}

/** The bounded queue of one sink. A slow sink does not delay the others. */
function createQueue({ id, sink, log, metrics }: QueueOptions) {
  const waiting: ScoredRun[] = [];
  let work: Promise<void> | null = null;
  const sendAll = async (): Promise<void> => {
    // lets the caller of `emit` continue first
    await setImmediate();
    while (waiting.length > 0) {
      const runs = waiting.splice(0, BATCH);
      try {
        await sink.send(runs);
        metrics.count('assay_scores_sent_total', runs.length);
      } catch (error) {
        metrics.count('assay_scores_lost_total', runs.length);
        log.write('warn', 'sink_failed', { sink: id, lost: runs.length, problem: (error as Error).message });
      }
    }
    work = null;
  };
  return {
    add(run: ScoredRun): void {
      if (waiting.length >= MOST_WAITING) {
        metrics.count('assay_scores_dropped_total');
        return;
      }
      waiting.push(run);
      work ??= sendAll();
    },
    /** Sends what is queued, within a time limit. */
    async close(): Promise<void> {
      const over = new AbortController();
      const closed = (async () => {
        await work;
        await sink.close();
      })().catch((error: Error) =>
        log.write('warn', 'sink_failed', { sink: id, lost: waiting.length, problem: error.message }),
      );
      await Promise.race([
        closed,
        setTimeout(CLOSE_MS, undefined, { ref: false, signal: over.signal }).catch(() => undefined),
      ]);
      over.abort();
    },
  };
}
