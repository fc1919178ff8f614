import { type ChildProcess, spawn } from 'node:child_process';
import type { Execution, ExecutionEnd, StartOptions } from '../../contracts/sandbox.ts';
import { connectExtras, type ExtraPipe, ignoreClosed, openStreams } from './process-streams.ts';
import { signalGroup } from './signals.ts';

const DEFAULT_MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;
/** How long streams are read after the program ends: a child may keep them open forever. */
const DRAIN_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type EndedBy = ExecutionEnd['ended_by'];

export interface ProcessOptions extends Omit<StartOptions, 'env' | 'home' | 'command'> {
  /** The absolute path of the program, and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Further descriptors, from 3 on. */
  readonly pipes?: readonly ExtraPipe[];
  /** Signals everything the program started; default: its process group. */
  readonly signalTree?: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  /**
   * Waits for the rest of its process tree and returns the final result. Called once, after its streams are
   * read.
   */
  readonly conclude?: (end: ExecutionEnd) => Promise<ExecutionEnd>;
}

/** A started program that others may end. */
export interface RunningProcess extends Execution {
  readonly pid: number | undefined;
  /** Kills it without a grace period. */
  end(endedBy: EndedBy, reason: string): void;
}

/** Starts a program. Never throws or rejects: a program that cannot start has ended by `start`. */
export function startProcess(options: ProcessOptions): RunningProcess {
  if (options.signal?.aborted) return notStarted('stop', 'it was stopped before it started');
  try {
    return launch(options);
  } catch (error) {
    return notStarted('start', sentenceOf(error));
  }
}

function launch(options: ProcessOptions): RunningProcess {
  const started = performance.now();
  const ending = createEnding(options);
  const { pipes = [], input, onStdout, onStderr, max_output_bytes = DEFAULT_MAX_OUTPUT_BYTES } = options;
  const closed = Promise.withResolvers<void>();
  const streams = openStreams(input, {
    extra: pipes.length,
    max_output_bytes,
    onStdout,
    onStderr,
    onExceeded: () => ending.end('output', `it printed more than ${max_output_bytes} bytes`),
    onClosed: closed.resolve,
  });
  let child: ChildProcess;
  try {
    child = spawn(options.command[0], options.command.slice(1), {
      cwd: options.cwd,
      env: { ...options.env },
      // its own session: it gets no signals from our terminal and cannot type into it
      detached: true,
      stdio: streams.stdio,
    });
  } catch (error) {
    streams.close();
    throw error;
  } finally {
    streams.release();
  }
  ending.watch(child);
  connectExtras(child, pipes);
  child.stdin?.on('error', ignoreClosed);

  const finish = async (code: number | null, signal: NodeJS.Signals | null): Promise<ExecutionEnd> => {
    const drained = setTimeout(streams.close, DRAIN_MS);
    await closed.promise;
    clearTimeout(drained);
    streams.close();
    const duration_ms = Math.round(performance.now() - started);
    const seen: ExecutionEnd = { exit_code: code, signal, ...ending.settle(), duration_ms };
    if (child.pid === undefined || options.conclude === undefined) return seen;
    return options.conclude(seen).catch((error) => ({ ...seen, reason: sentenceOf(error) }));
  };
  const done = new Promise<ExecutionEnd>((resolve) => {
    child.on('exit', (code, signal) => resolve(finish(code, signal)));
    child.on('error', (error) => {
      // a signal that cannot be sent also emits an error event, long after the start
      if (child.pid !== undefined) return;
      ending.end('start', sentenceOf(error));
      resolve(finish(null, null));
    });
  });
  const { stop, end } = ending;
  return {
    pid: child.pid,
    write: (text) => void child.stdin?.write(text),
    endInput: () => void child.stdin?.end(),
    stop,
    end,
    done,
  };
}

interface Ending {
  watch(child: ChildProcess): void;
  stop(): void;
  end(endedBy: EndedBy, reason: string): void;
  settle(): Pick<ExecutionEnd, 'ended_by' | 'reason'>;
}

// the first reason for ending a program counts
function createEnding({ timeout_ms, signal, signalTree = signalGroup }: ProcessOptions): Ending {
  const why: { ended_by: EndedBy; reason: string | null } = { ended_by: 'exit', reason: null };
  const timers: NodeJS.Timeout[] = [];
  let pid: number | undefined;

  const after = (ms: number, action: () => void): void => {
    timers.push(setTimeout(action, Math.min(ms, LONGEST_TIMER_MS)));
  };
  const send = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (pid !== undefined) signalTree(pid, name);
  };
  const end = (ended_by: EndedBy, reason: string): void => {
    if (why.ended_by === 'exit') Object.assign(why, { ended_by, reason });
    send('SIGKILL');
  };
  const ask = (ended_by: EndedBy, reason: string): void => {
    if (pid === undefined || why.ended_by !== 'exit') return;
    Object.assign(why, { ended_by, reason });
    send('SIGTERM');
    after(GRACE_MS, () => send('SIGKILL'));
  };
  const stop = (): void => ask('stop', 'it was stopped');

  return {
    watch: (child) => {
      pid = child.pid;
      // the pid may be reused once the process was waited for
      child.on('exit', () => {
        pid = undefined;
      });
      after(timeout_ms, () => ask('timeout', `it was still running after ${timeout_ms} ms`));
      signal?.addEventListener('abort', stop, { once: true });
    },
    stop,
    end,
    settle: () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      return why;
    },
  };
}

/** A program that ended before it started. */
export function notStarted(ended_by: 'start' | 'stop', reason: string): RunningProcess {
  const nothing = (): void => undefined;
  const done = Promise.resolve<ExecutionEnd>({ exit_code: null, signal: null, ended_by, reason, duration_ms: 0 });
  return { pid: undefined, write: nothing, endInput: nothing, stop: nothing, end: nothing, done };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
