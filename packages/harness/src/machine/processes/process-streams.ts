import { type ChildProcess, type StdioOptions, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { StartOptions } from '../../contracts/sandbox.ts';
import { replaceInheritedDescriptors } from './inherited-descriptors.ts';
import { createOwnPath } from './own-folder.ts';

/** A further descriptor of a program: input to write, or a listener for its output. */
export type ExtraPipe = string | Uint8Array | ((chunk: Buffer) => void);

/** Our ends of a program's streams, created before it starts. */
export interface ProcessStreams {
  readonly stdio: StdioOptions;
  /** Call after the program was started or failed to start. */
  release(): void;
  close(): void;
}

export interface OutputOptions {
  /** Number of descriptors from 3 on. */
  readonly extra: number;
  readonly max_output_bytes: number;
  readonly onStdout: ((chunk: Buffer) => void) | undefined;
  readonly onStderr: ((chunk: Buffer) => void) | undefined;
  onExceeded(): void;
  /** All writers have closed their ends. */
  onClosed(): void;
}

/** Creates the streams of a program. An `open` input uses a stream of Node's. */
export function openStreams(input: StartOptions['input'], { extra, ...output }: OutputOptions): ProcessStreams {
  const stdin = input === undefined || input === 'open' ? undefined : storeInput(input);
  const [stdout, stderr] = [openPipe(), openPipe()];
  const readers = [listen(stdout.read), listen(stderr.read)] as const;
  limitOutput(readers, output);
  const first = stdin ?? (input === 'open' ? 'pipe' : 'ignore');
  return {
    stdio: replaceInheritedDescriptors([first, stdout.write, stderr.write, ...Array(extra).fill('pipe')]),
    release: () => {
      for (const descriptor of [stdin, stdout.write, stderr.write]) if (descriptor !== undefined) closeSync(descriptor);
    },
    close: () => {
      for (const stream of readers) stream.destroy();
    },
  };
}

// an unlinked file: unlike a pipe without a writer, it can be opened again, as `cat /dev/stdin` does
function storeInput(input: string | Uint8Array): number {
  const file = createOwnPath();
  try {
    writeFileSync(file, input, { mode: 0o400 });
    return openSync(file, 'r');
  } finally {
    rmSync(file, { force: true });
  }
}

/** Connects the descriptors from 3 on. */
export function connectExtras(child: ChildProcess, extras: readonly ExtraPipe[]): void {
  for (const [index, extra] of extras.entries()) {
    const stream = child.stdio[index + 3];
    stream?.on('error', ignoreClosed);
    if (typeof extra === 'function') (stream as Readable | null)?.on('data', extra);
    else (stream as Writable | null)?.end(extra);
  }
}

function listen(descriptor: number): Socket {
  return new Socket({ fd: descriptor, readable: true, writable: false }).on('error', ignoreClosed);
}

function limitOutput(readers: readonly [Socket, Socket], output: Omit<OutputOptions, 'extra'>): void {
  let [left, open] = [output.max_output_bytes, readers.length];
  for (const [index, reader] of readers.entries()) {
    const onChunk = index === 0 ? output.onStdout : output.onStderr;
    reader.on('data', (chunk: Buffer) => {
      if (left > 0) onChunk?.(chunk.length <= left ? chunk : chunk.subarray(0, left));
      left -= chunk.length;
      if (left >= 0) return;
      output.onExceeded();
      // remaining writers get a broken pipe
      for (const each of readers) each.destroy();
    });
    reader.on('close', () => {
      if (--open === 0) output.onClosed();
    });
  }
}

/** Ignores errors of a program that closes its input early or ends while we write. */
export function ignoreClosed(): void {}

/** The descriptors of a pipe; the caller closes them. */
interface PipeEnds {
  readonly read: number;
  readonly write: number;
}

const BATCH = 16;
const SEARCH_PATH = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin';
let ready: PipeEnds[] = [];

/**
 * Opens a kernel pipe. Node gives its children sockets, which cannot be opened by name: `echo >/dev/stderr`
 * fails there, and a test that does so would fail only under Assay.
 */
function openPipe(): PipeEnds {
  if (ready.length === 0) ready = openPipes(BATCH);
  return ready.pop() as PipeEnds;
}

// Node cannot create a pipe, but it can open a named one, whose name is then removed
function openPipes(count: number): PipeEnds[] {
  const names = Array.from({ length: count }, createOwnPath);
  try {
    const { error, status } = spawnSync('mkfifo', names, { env: { PATH: SEARCH_PATH }, stdio: 'ignore' });
    if (status !== 0) throw new Error('mkfifo failed; check that it is installed', { cause: error });
    return names.map(openNamed);
  } finally {
    for (const name of names) rmSync(name, { force: true });
  }
}

// opening one end blocks until the other is open, unless both are open already
function openNamed(name: string): PipeEnds {
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const ends = { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) };
  closeSync(both);
  return ends;
}
