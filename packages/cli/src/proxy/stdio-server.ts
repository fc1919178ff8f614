import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AssayError } from '@assay/schema';
import { createGate } from './gate.ts';
import type { Inspection } from './inspection.ts';

export interface ProxiedOptions {
  readonly mode: 'observe' | 'gate';
  readonly inspection: Inspection;
  /** How long a server whose client has left may go on in silence. */
  readonly grace_ms: number;
  readonly tell: (text: string) => void;
}

interface CommandOptions extends ProxiedOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted when the server has to end whatever it does. */
  readonly signal: AbortSignal;
}

/** How the server ended, which is how the proxy ends. */
export type Ending = { readonly code: number } | { readonly signal: NodeJS.Signals };

const FIRM_MS = 1_500;
const MOST_WAITING = 16 * 1024 * 1024;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const;

/** Starts an MCP server and stands between its pipes and ours. Resolves when it has ended and all it said is told. */
export async function proxyCommand(command: readonly string[], options: CommandOptions): Promise<Ending> {
  const child = await start(command, options.environment);
  using _signals = forwardSignals(child);
  const ending = whenEnded(child);
  options.signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  forwardClient(child, options);
  await forwardServer(child, options);
  return await ending;
}

type Child = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

function start([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Child> {
  // what it prints for people goes where it would go without us, untouched
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], env, windowsHide: true });
  return new Promise((resolve, reject) => {
    child.on('spawn', () => resolve(child));
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new AssayError('mcp_server_unavailable', `expected a program to start, found ${program}: ${cause.code}`, {
          cause,
        }),
      ),
    );
  });
}

const whenEnded = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
  });

function forwardClient(child: Child, { inspection, mode, grace_ms }: ProxiedOptions): void {
  const { stdin } = process;
  stdin.on('data', (chunk: Buffer) => {
    // on its way first, looked at later
    if (!child.stdin.write(chunk) && !stdin.isPaused()) {
      stdin.pause();
      child.stdin.once('drain', () => stdin.resume());
    }
    inspection.see('client', chunk);
    const room = mode === 'gate' ? inspection.hasRoom() : undefined;
    if (room !== undefined) {
      stdin.pause();
      void room.then(() => stdin.resume());
    }
  });
  stdin.on('end', () => {
    child.stdin.end();
    endSoon(child, grace_ms);
  });
  stdin.on('error', () => child.stdin.end());
  // a server that no longer listens: the client finds the pipe closed, as it would without us
  child.stdin.on('error', () => stdin.destroy());
}

// as long as the server has something to say it is not done
function endSoon(child: Child, grace_ms: number): void {
  const end = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), FIRM_MS).unref();
  };
  const timer = setTimeout(end, grace_ms);
  timer.unref();
  child.stdout.on('data', () => timer.refresh());
  child.on('exit', () => clearTimeout(timer));
}

async function forwardServer(child: Child, { inspection, mode, tell }: ProxiedOptions): Promise<void> {
  const { stdout } = process;
  const out = child.stdout;
  const write = (chunk: Buffer): void => {
    if (stdout.write(chunk) || out.isPaused()) return;
    out.pause();
    stdout.once('drain', () => out.resume());
  };
  const gate = mode === 'gate' ? createGate({ inspection, write, tell }) : undefined;
  out.on('data', (chunk: Buffer) => {
    if (gate === undefined) {
      write(chunk);
      inspection.see('server', chunk);
      return;
    }
    gate.push(chunk);
    if (gate.waiting() < MOST_WAITING || out.isPaused()) return;
    out.pause();
    void gate.settled().then(() => out.resume());
  });
  // nobody reads what it says any more: it finds its pipe closed, as it would without us
  stdout.on('error', () => out.destroy());
  child.once('exit', () => closeSoon(out));
  await new Promise<void>((resolve) => out.once('close', resolve));
  await gate?.end();
  // a server may close its output and live on; the client is to see the one, and not wait for the other
  await new Promise<void>((resolve) => stdout.end(resolve));
}

// what the server started may hold its pipe for as long as it likes; the server is gone all the same
function closeSoon(out: Readable): void {
  if (out.closed) return;
  const timer = setTimeout(() => out.destroy(), FIRM_MS);
  out.on('data', () => timer.refresh());
  out.once('close', () => clearTimeout(timer));
}

function forwardSignals(child: Child): Disposable {
  const listeners = FORWARDED.map((name) => {
    // what is meant for us is meant for the server
    process.removeAllListeners(name);
    const listener = (): void => {
      // the terminal tells everybody in front of it by itself
      if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
      // a client that has left and says so once more will end us next, and nothing of the server may outlive that
      if (name === 'SIGTERM' && process.stdin.readableEnded) setTimeout(() => child.kill('SIGKILL'), FIRM_MS).unref();
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
