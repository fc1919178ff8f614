import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pruneLogs } from './log-folder.ts';
import type { LogHead, LogLine } from './log-line.ts';

export interface LogOptions {
  readonly folder: string;
  readonly destination: string | null;
  /** How large all logs together may be. */
  readonly most_bytes?: number;
  readonly now: () => number;
  /** Distinguishes this log from those of other processes. */
  readonly suffix: string;
  /** Called once, when nothing can be written. */
  readonly onFault: (fault: Error) => void;
}

const MOST_BYTES = 256 * 1024 * 1024;
// enough for the lines that tell what was dropped
const RESERVE = 8 * 1024;
const PRUNE_AGAIN_MS = 10_000;

/**
 * A log of its own for each process, so that nobody has to wait for anybody. Lines are only ever added. What there is no room for is dropped and counted, and the count is in the log: at each
 * doubling, and at the end.
 */
export function openLog({ folder, destination, most_bytes = MOST_BYTES, now, suffix, onFault }: LogOptions) {
  let descriptor: number | undefined;
  let file = '';
  let generation = 0;
  let room = 0;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let waiting: string[] = [];
  let dropped = 0;
  let isBroken = false;

  const instant = (): string => new Date(now()).toISOString();
  const create = (): number => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = instant().replaceAll(/[-:.]/g, '');
    file = join(folder, `${stamp}-${suffix}${generation === 0 ? '' : `-${generation}`}.jsonl`);
    generation++;
    const created = openSync(file, 'ax', 0o600);
    const head: LogHead = { kind: 'log', version: 1, started_at: instant(), destination };
    writeSync(created, `${JSON.stringify(head)}\n`);
    return created;
  };
  const open = (): number => {
    // sent to its end and removed by another process: a new one is begun
    if (descriptor !== undefined && fstatSync(descriptor).nlink === 0) {
      closeSync(descriptor);
      descriptor = undefined;
    }
    descriptor ??= create();
    return descriptor;
  };
  const makeRoom = (): void => {
    if (now() - prunedAt < PRUNE_AGAIN_MS) return;
    prunedAt = now();
    room = most_bytes - RESERVE - pruneLogs(folder, { most: most_bytes / 2, except: file });
  };
  const write = (lines: readonly string[]): void => {
    const bytes = Buffer.from(lines.join(''));
    const log = open();
    if (bytes.length > room) makeRoom();
    if (bytes.length <= room) {
      room -= bytes.length;
      writeSync(log, bytes);
    } else if (lines.length > 1) for (const line of lines) write([line]);
    else {
      dropped++;
      if (Number.isInteger(Math.log2(dropped))) tellDropped();
    }
  };
  const tellDropped = (): void => {
    const line: LogLine = { kind: 'dropped', count: dropped, at: instant() };
    if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(line)}\n`);
  };

  const flush = (): void => {
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    if (isBroken) {
      dropped += lines.length;
      return;
    }
    try {
      write(lines);
    } catch (fault) {
      dropped += lines.length;
      isBroken = true;
      onFault(fault as Error);
    }
  };

  return {
    /** Takes a line for the next `flush`. */
    add(line: LogLine): void {
      waiting.push(`${JSON.stringify(line)}\n`);
    },
    /** Writes what was added. Never throws: a proxy without a log is still a proxy. */
    flush,
    close(): { dropped: number } {
      flush();
      try {
        if (dropped > 0) tellDropped();
        if (descriptor !== undefined) closeSync(descriptor);
      } catch {
        // the disk is gone: the count is told to whoever closes
      }
      return { dropped };
    },
  };
}
