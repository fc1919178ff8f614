import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** The worker of a server. */
export interface OwnWorker extends AsyncDisposable {
  isRunning(): boolean;
}

// after this time, a second SIGTERM makes the worker return its runs to the queue
const DRAIN_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Keeps a worker running that stops with the server. If it cannot run here, for example without a sandbox, it is tried
 * again and each reason is reported once; meanwhile runs wait for a worker on another machine.
 */
export function startOwnWorker(root: string, tell: (problem: string) => void): OwnWorker {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const supervise = async (): Promise<void> => {
    let wait_ms = FIRST_WAIT_MS;
    let told: string | undefined;
    while (!stopping.signal.aborted) {
      const started_ms = Date.now();
      child = startWorker(root);
      const problem = await waitForEnd(child);
      child = undefined;
      if (stopping.signal.aborted) return;
      // one that worked for a while is started again at once
      if (Date.now() - started_ms > LONGEST_WAIT_MS) [wait_ms, told] = [FIRST_WAIT_MS, undefined];
      if (problem !== told) tell(problem);
      told = problem;
      await sleep(wait_ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      wait_ms = Math.min(LONGEST_WAIT_MS, wait_ms * 2);
    }
  };
  const supervised = supervise();
  return {
    isRunning: () => child !== undefined,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGTERM'), DRAIN_MS);
      await supervised;
      clearTimeout(late);
    },
  };
}

function startWorker(root: string): ChildProcess {
  const [, program = ''] = process.argv;
  const command = [...process.execArgv, program, 'worker', '--json', '--root', root];
  // the channel tells the worker when this process is gone
  return spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

async function waitForEnd(child: ChildProcess): Promise<string> {
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000);
  });
  const [code, signal] = await once(child, 'close').catch((error: Error) => [error.message]);
  const [first = ''] = complaint.trim().split('\n');
  return first.replace(/^assay: /, '') || `the worker ended with ${signal ?? code}`;
}
