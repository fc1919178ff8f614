import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

// what it runs is given this long to end by itself; then it gives it back
const DRAIN_MS = 10_000;

/**
 * Starts a worker that ends with the server. One that cannot work here, for want of a sandbox, is told of and not
 * missed: runs wait until another machine takes them.
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
