import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pruneLogs } from './log-folder.ts';
import type { LogHead, LogLine } from './log-line.ts';

export interface LogOptions {
  readonly folder: string;
  readonly destination: string | null;
  /** Size limit of all logs together. */
  readonly most_bytes?: number;
  readonly now: () => number;
  /** Distinguishes this log from those of other processes. */
  readonly suffix: string;
  /** Called once, when the log cannot be written. */
  readonly onFault: (fault: Error) => void;
}

const MOST_BYTES = 256 * 1024 * 1024;
// room for the lines that count dropped lines
const RESERVE = 8 * 1024;
const PRUNE_AGAIN_MS = 10_000;

/**
 * Opens an append-only log. Each process has its own, so that none waits for another. Lines without room are dropped
 * and counted; the count is logged each time it doubles, and at the end.
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
    // another process has sent and removed it: start a new one
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
    /** Adds a line to the next `flush`. */
    add(line: LogLine): void {
      waiting.push(`${JSON.stringify(line)}\n`);
    },
    /** Writes the added lines. Never throws: the proxy works without a log. */
    flush,
    close(): { dropped: number } {
      flush();
      try {
        if (dropped > 0) tellDropped();
        if (descriptor !== undefined) closeSync(descriptor);
      } catch {
        // cannot be written: the caller gets the count
      }
      return { dropped };
    },
  };
}
