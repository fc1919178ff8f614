import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { AssayError } from '@assay/schema';

/** How the server ended, which is how the proxy ends. */
export type Ending = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** How long a program has to end after SIGTERM before it gets SIGKILL. */
export const STOP_TIMEOUT_MS = 1_500;
const CHECKS_PER_SILENCE = 10;

export function startServer<Child extends ChildProcess>(
  [program = '', ...args]: readonly string[],
  { env, stdio }: { env: NodeJS.ProcessEnv; stdio: StdioOptions },
): Promise<Child> {
  const child = spawn(program, args, { stdio, env, windowsHide: true });
  return new Promise((resolve, reject) => {
    child.on('spawn', () => resolve(child as Child));
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new AssayError('mcp_server_unavailable', `cannot start the MCP server \`${program}\`: ${cause.code}`, {
          cause,
        }),
      ),
    );
  });
}

export const whenEnded = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
  });

/** Ends a server whose client has left, once the server is silent. */
export function endSoon(child: ChildProcess, { grace_ms, heard }: { grace_ms: number; heard: () => number }): void {
  const silence = whenSilent(grace_ms, heard, () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  });
  child.on('exit', () => silence.stop());
}

/** Acts once `heard` has returned the same number for this long. */
export function whenSilent(ms: number, heard: () => number, act: () => void): { stop(): void } {
  let before = heard();
  let left = CHECKS_PER_SILENCE;
  const timer = setInterval(() => {
    const now = heard();
    left = now === before ? left - 1 : CHECKS_PER_SILENCE;
    before = now;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, ms / CHECKS_PER_SILENCE);
  return { stop: () => clearInterval(timer) };
}

interface ClientState {
  /** Whether the input is a terminal. */
  readonly isTerminal: boolean;
  readonly hasLeft: boolean;
}

/** Passes a signal on to the server, which decides how it ends. */
export function forwardSignal(child: ChildProcess, name: NodeJS.Signals, { isTerminal, hasLeft }: ClientState): void {
  // a terminal sends SIGINT to the server itself
  if (name !== 'SIGINT' || !isTerminal) child.kill(name);
  // a client that left and sends SIGTERM will send SIGKILL next; the server must end before that
  if (name === 'SIGTERM' && hasLeft) setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
}
