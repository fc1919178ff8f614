import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OLDEST } from './runtime.ts';
import { printProblem } from './terminal/output.ts';

/** Restarts the command on the Node installed next to Assay, if there is one. */
export function restartOnPinnedRuntime(argv: readonly string[]): Promise<number> {
  const runtime = findPinnedRuntime();
  if (runtime === undefined) {
    printProblem(
      `Node ${process.versions.node} is too old: Assay requires ${OLDEST.join('.')} or later`,
      'Install a newer Node, or run `npm install node@24` next to Assay.',
    );
    return Promise.resolve(2);
  }
  const command = [...process.execArgv, process.argv[1] as string, ...argv];
  // the channel tells the command when this process is gone
  const child = spawn(runtime, command, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // a signal to this process is meant for the command
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      printProblem(`${runtime} cannot be started: ${error.message}`, 'Run `npm install` again.');
      resolve(3);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

function findPinnedRuntime(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch {
    // not installed; the caller prints what to do
    return undefined;
  }
}
