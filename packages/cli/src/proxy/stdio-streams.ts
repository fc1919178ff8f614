import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { createGate } from './gate.ts';
import type { Inspection } from './inspection.ts';
import { type Ending, endSoon, FIRM_MS, forwardSignals, startServer, whenEnded, whenSilent } from './server-process.ts';

export interface ProxiedOptions {
  readonly mode: 'observe' | 'gate';
  readonly inspection: Inspection;
  /** How long a server whose client has left may go on in silence. */
  readonly grace_ms: number;
  readonly tell: (text: string) => void;
}

export interface CommandOptions extends ProxiedOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted when the server has to end whatever it does. */
  readonly signal: AbortSignal;
}

const MOST_WAITING = 16 * 1024 * 1024;

type Child = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

/** Starts an MCP server and stands between its pipes and ours. Resolves when it has ended and all it said is told. */
export async function proxyStreams(command: readonly string[], options: CommandOptions): Promise<Ending> {
  // what it prints for people goes where it would go without us, untouched
  const child = await startServer<Child>(command, { env: options.environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin } = process;
  using _signals = forwardSignals(child, { isTerminal: stdin.isTTY, hasLeft: () => stdin.readableEnded });
  const ending = whenEnded(child);
  options.signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let chunks = 0;
  child.stdout.on('data', () => chunks++);
  forwardClient(child, { ...options, heard: () => chunks });
  await forwardServer(child, { ...options, heard: () => chunks });
  stdin.destroy();
  return await ending;
}

interface Heard {
  /** A number that changes with all that the server says. */
  readonly heard: () => number;
}

function forwardClient(child: Child, { inspection, mode, grace_ms, heard }: ProxiedOptions & Heard): void {
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
    endSoon(child, { grace_ms, heard });
  });
  stdin.on('error', () => child.stdin.end());
  // a server that no longer listens: the client finds the pipe closed, as it would without us
  child.stdin.on('error', () => stdin.destroy());
}

async function forwardServer(child: Child, { inspection, mode, tell, heard }: ProxiedOptions & Heard): Promise<void> {
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
  // what the server started may hold its pipe for as long as it likes; the server is gone all the same
  child.once('exit', () => {
    if (out.closed) return;
    const silence = whenSilent(FIRM_MS, heard, () => out.destroy());
    out.once('close', () => silence.stop());
  });
  await new Promise<void>((resolve) => out.once('close', resolve));
  await gate?.end();
  // a server may close its output and live on; the client is to see the one, and not wait for the other
  await new Promise<void>((resolve) => stdout.end(resolve));
}
