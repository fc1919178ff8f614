import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { AssayError } from '@assay/schema';

/** How the server ended, which is how the proxy ends. */
export type Ending = ({ readonly code: number } | { readonly signal: NodeJS.Signals }) & {
  /** Whether a thread is left that waits for somebody who says nothing. */
  readonly is_held?: boolean;
};

/** How long a program that has been told to end has for it. */
export const FIRM_MS = 1_500;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const;
const LOOKS_PER_SILENCE = 10;

export function startServer<Child extends ChildProcess>(
  [program = '', ...args]: readonly string[],
  { env, stdio }: { env: NodeJS.ProcessEnv; stdio: StdioOptions },
): Promise<Child> {
  const child = spawn(program, args, { stdio, env, windowsHide: true });
  return new Promise((resolve, reject) => {
    child.on('spawn', () => resolve(child as Child));
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new AssayError('mcp_server_unavailable', `expected a program to start, found ${program}: ${cause.code}`, {
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

/** Ends a server whose client has left. As long as it has something to say it is not done. */
export function endSoon(child: ChildProcess, { grace_ms, heard }: { grace_ms: number; heard: () => number }): void {
  const silence = whenSilent(grace_ms, heard, () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), FIRM_MS).unref();
  });
  child.on('exit', () => silence.stop());
}

/** Acts once nothing has been heard for so long, by a number that changes with all that is. */
export function whenSilent(ms: number, heard: () => number, act: () => void): { stop(): void } {
  let before = heard();
  let left = LOOKS_PER_SILENCE;
  const timer = setInterval(() => {
    const now = heard();
    left = now === before ? left - 1 : LOOKS_PER_SILENCE;
    before = now;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, ms / LOOKS_PER_SILENCE);
  return { stop: () => clearInterval(timer) };
}

interface ClientState {
  /** Whether a person types what the client says. */
  readonly isTerminal: boolean;
  hasLeft(): boolean;
}

export function forwardSignals(child: ChildProcess, client: ClientState): Disposable {
  const listeners = FORWARDED.map((name) => {
    // what is meant for us is meant for the server
    process.removeAllListeners(name);
    const listener = (): void => {
      // the terminal tells everybody in front of it by itself
      if (name !== 'SIGINT' || !client.isTerminal) child.kill(name);
      // a client that has left and says so once more will end us next, and nothing of the server may outlive that
      if (name === 'SIGTERM' && client.hasLeft()) setTimeout(() => child.kill('SIGKILL'), FIRM_MS).unref();
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    [Symbol.dispose]() {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}
