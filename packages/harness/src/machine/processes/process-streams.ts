import type { ChildProcess, StdioOptions } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { StartOptions } from '../../contracts/sandbox.ts';
import { coverInherited } from './inherited-descriptors.ts';
import { createOwnPath } from './own-folder.ts';
import { openPipe } from './pipes.ts';

/** A further descriptor of a program: what is written into it, or who is handed what comes out of it. */
export type ExtraPipe = string | Uint8Array | ((chunk: Buffer) => void);

/** Our ends of the streams of a program, made before it is started. */
export interface ProcessStreams {
  readonly stdio: StdioOptions;
  /** To be called when the program has been started, or could not be. */
  release(): void;
  close(): void;
}

export interface OutputOptions {
  /** How many descriptors there are from 3 on. */
  readonly extra: number;
  readonly max_output_bytes: number;
  readonly onStdout: ((chunk: Buffer) => void) | undefined;
  readonly onStderr: ((chunk: Buffer) => void) | undefined;
  onExceeded(): void;
  /** Nobody can write any more. */
  onClosed(): void;
}

/** Makes what a program reads from and writes to. Input that is left open is a stream of node's own. */
export function openStreams(input: StartOptions['input'], { extra, ...output }: OutputOptions): ProcessStreams {
  const stdin = input === undefined || input === 'open' ? undefined : storeInput(input);
  const [stdout, stderr] = [openPipe(), openPipe()];
  const readers = [listen(stdout.read), listen(stderr.read)] as const;
  limitOutput(readers, output);
  const first = stdin ?? (input === 'open' ? 'pipe' : 'ignore');
  return {
    stdio: coverInherited([first, stdout.write, stderr.write, ...Array(extra).fill('pipe')]),
    release: () => {
      for (const descriptor of [stdin, stdout.write, stderr.write]) if (descriptor !== undefined) closeSync(descriptor);
    },
    close: () => {
      for (const stream of readers) stream.destroy();
    },
  };
}

// a file without a name: unlike a pipe whose writer has gone, it can be opened again, as `cat /dev/stdin` does
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
      // whoever still writes gets a broken pipe
      for (const each of readers) each.destroy();
    });
    reader.on('close', () => {
      if (--open === 0) output.onClosed();
    });
  }
}

/** A program may close its input before it has read all of it, and may end before we stop writing. */
export function ignoreClosed(): void {}
