import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

// after this time, a second SIGTERM makes the worker return its runs to the queue
const DRAIN_MS = 10_000;

/**
 * Starts a worker that stops with the server. If it cannot run here, for example without a sandbox, that is reported
 * and runs wait for a worker on another machine.
 */
export function startOwnWorker(root: string, tell: (line: string) => void): AsyncDisposable {
  const [, program = ''] = process.argv;
  const child: ChildProcess = spawn(
    process.execPath,
    [...process.execArgv, program, 'worker', '--json', '--root', root],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  let [complaint, stopping] = ['', false];
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000);
  });
  child.on('close', (status) => {
    if (stopping) return;
    tell(`Runs are not executed here: ${complaint.trim().split('\n')[0] || `the worker exited with code ${status}`}\n`);
  });
  return {
    async [Symbol.asyncDispose]() {
      stopping = true;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGTERM'), DRAIN_MS);
      await closed;
      clearTimeout(late);
    },
  };
}
