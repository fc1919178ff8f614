import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, ProcessMetrics } from '@assay/server';
import { type FromServer, type Served, SILENT_MS, type ToServer } from './messages.ts';

export interface SuperviseOptions {
  /** The arguments of `assay serve`, which each process gets. */
  readonly args: readonly string[];
  readonly processes: number;
  readonly host: string;
  /** The ports for requests and for OTLP; 0 picks a free port. */
  readonly ports: readonly (number | undefined)[];
  readonly log: Pick<Log, 'write'>;
  /** If it is aborted before the first process serves, that one stops as soon as it does, and no other starts. */
  readonly signal: AbortSignal;
}

/** Server processes on one port. */
export interface Supervised extends AsyncDisposable {
  /** The exit code if the first process could not start; it has told why. */
  readonly served: Served | number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const METRICS_MS = 1_000;
const INFRASTRUCTURE_ERROR = 3;

/**
 * Starts server processes that share a port and starts each again when it ends or freezes. The first one also does the
 * work that must not be done twice, and starts alone, because it migrates the database.
 */
export async function superviseServers(options: SuperviseOptions): Promise<Supervised> {
  const { args, processes, host, ports, log, signal } = options;
  const stopping = new AbortController();
  const running = new Map<number, Worker>();
  // each process accepts connections by itself: one that this process hands over is lost if the other dies or freezes
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: ['serve', ...args] });
  // chosen here, because a process that is started again has to get the same
  const chosen = await Promise.all(ports.map((port) => (port === 0 ? findFreePort(host) : port)));
  const start = (number: number): Worker => {
    const worker = cluster.fork({
      ASSAY_SERVER_PROCESS: `${number}/${processes}`,
      ASSAY_SERVER_PORTS: chosen.join(','),
    });
    running.set(number, worker);
    worker.on('message', (message: FromServer) => answerMessage(message, { worker, running }));
    killIfSilent(worker);
    return worker;
  };
  const first = start(1);
  const served = await waitUntilServing(first, signal);
  if (typeof served === 'number') return { served, [Symbol.asyncDispose]: async () => undefined };
  const keepRunning = async (number: number, started?: Worker): Promise<void> => {
    let wait_ms = FIRST_WAIT_MS;
    for (let worker = started ?? start(number); ; worker = start(number)) {
      const started_ms = Date.now();
      const [code, signal] = await once(worker, 'exit');
      running.delete(number);
      if (stopping.signal.aborted) return;
      log.write('error', 'process_stopped', { process: number, problem: `it ended with ${signal ?? code}` });
      if (Date.now() - started_ms > LONGEST_WAIT_MS) wait_ms = FIRST_WAIT_MS;
      await sleep(wait_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      wait_ms = Math.min(LONGEST_WAIT_MS, wait_ms * 2);
    }
  };
  // told to stop meanwhile: what it has to tell, such as the first key, is still told
  const length = signal.aborted ? 1 : processes;
  const kept = Array.from({ length }, (_, index) => keepRunning(index + 1, index === 0 ? first : undefined));
  return {
    served,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      // by message: an interrupt of the terminal reaches them too, and a second one would end them at once
      for (const worker of running.values()) send(worker, { kind: 'stop' });
      await Promise.all(kept);
    },
  };
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function waitUntilServing(worker: Worker, signal: AbortSignal): Promise<Served | number> {
  const { promise, resolve } = Promise.withResolvers<Served | number>();
  const stop = (): void => send(worker, { kind: 'stop' });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: FromServer) => {
    if (message.kind === 'serving') resolve(message.served);
  });
  worker.once('exit', (code) => resolve(code ?? INFRASTRUCTURE_ERROR));
  return await promise.finally(() => signal.removeEventListener('abort', stop));
}

function killIfSilent(worker: Worker): void {
  const kill = (): boolean => worker.process.kill('SIGKILL');
  let late: NodeJS.Timeout | undefined;
  worker.on('message', () => {
    clearTimeout(late);
    late = setTimeout(kill, SILENT_MS).unref();
  });
  worker.once('exit', () => clearTimeout(late));
}

interface Context {
  readonly worker: Worker;
  readonly running: ReadonlyMap<number, Worker>;
}

function answerMessage(message: FromServer, { worker, running }: Context): void {
  if (message.kind !== 'ask_metrics') return;
  const { question } = message;
  const asked = [...running].map(([number, one]) => askMetrics(number, one, `${worker.id} ${question}`));
  void Promise.all(asked).then((all) => send(worker, { kind: 'metrics', question, all: all.flat() }));
}

/** The metrics of a process; none if it is too busy to answer. */
function askMetrics(number: number, worker: Worker, question: string): Promise<ProcessMetrics[]> {
  const { promise, resolve } = Promise.withResolvers<ProcessMetrics[]>();
  const receive = (message: FromServer): void => {
    if (message.kind === 'own_metrics' && message.question === question)
      resolve([{ process: number, text: message.text }]);
  };
  worker.on('message', receive);
  const late = setTimeout(() => resolve([]), METRICS_MS);
  send(worker, { kind: 'ask_own_metrics', question });
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', receive);
  });
}

function send(worker: Worker, message: ToServer): void {
  // it may have ended
  worker.send(message, () => undefined);
}
