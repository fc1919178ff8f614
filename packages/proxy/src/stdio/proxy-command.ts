import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { serverEnvironment } from '../environment.ts';
import { createGate } from '../inspect/gate.ts';
import type { ProxiedOptions } from '../proxied.ts';
import {
  type Ending,
  endSoon,
  forwardSignal,
  STOP_TIMEOUT_MS,
  startServer,
  whenEnded,
  whenSilent,
} from './server-process.ts';

const MOST_WAITING_BYTES = 16 * 1024 * 1024;
const STDOUT = 1;

type Child = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

/** Starts an MCP server and forwards its pipes. Resolves when the server has ended and its output is forwarded. */
export async function proxyCommand(command: readonly string[], options: ProxiedOptions): Promise<Ending> {
  // standard error is inherited, as without the proxy
  const child = await startServer<Child>(command, { env: serverEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin } = process;
  options.signals.listen((name) =>
    forwardSignal(child, name, { isTerminal: stdin.isTTY, hasLeft: stdin.readableEnded }),
  );
  const ending = whenEnded(child);
  options.stop.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let chunks = 0;
  child.stdout.on('data', () => chunks++);
  forwardClient(child, { ...options, heard: () => chunks });
  await forwardServer(child, { ...options, heard: () => chunks });
  const ended = await ending;
  stdin.destroy();
  return ended;
}

interface Heard {
  /** A number that changes with every output of the server. */
  readonly heard: () => number;
}

function forwardClient(child: Child, { inspection, mode, grace_ms, heard }: ProxiedOptions & Heard): void {
  const { stdin } = process;
  stdin.on('data', (chunk: Buffer) => {
    // forward first, inspect later
    if (!child.stdin.write(chunk) && !stdin.isPaused()) {
      stdin.pause();
      child.stdin.once('drain', () => stdin.resume());
    }
    inspection.see('client', chunk);
    // the gate must know every request, so it waits for room
    const room = mode === 'gate' ? inspection.whenRoom() : undefined;
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
  // the server no longer reads: close the pipe of the client, as without the proxy
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
    if (gate.waiting() < MOST_WAITING_BYTES || out.isPaused()) return;
    out.pause();
    void gate.settled().then(() => out.resume());
  });
  // the client no longer reads: close the pipe of the server, as without the proxy
  stdout.on('error', () => out.destroy());
  // a child process of the server may hold the pipe open after the server exits
  child.once('exit', () => {
    if (out.closed) return;
    const silence = whenSilent(STOP_TIMEOUT_MS, heard, () => out.destroy());
    out.once('close', () => silence.stop());
  });
  await new Promise<void>((resolve) => out.once('close', resolve));
  await gate?.end();
  await closeOutput();
}

// a server may close its output and keep running: the client must see that at once
async function closeOutput(): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.end(resolve));
  // ending the stream leaves the descriptor open
  closeSync(STDOUT);
  // takes the number, so that no other file gets it
  openSync(devNull, 'w');
}
