import { createEnvelopeScanner, type Envelope } from './scan-envelope.ts';

/** Above this a message is counted and not read: reading it would take the memory and the time of many others. */
export const JUDGED_BYTES = 8 * 1024 * 1024;

/** One line of a stream of messages, without the end of the line. */
export interface Piece {
  readonly size: number;
  /** When its last byte came. */
  readonly at: number;
  /** The bytes; null where it was too large to be kept. */
  readonly bytes: Buffer | null;
  /** What is known of a message that is too large to be read; null for one that can be. */
  readonly envelope: Envelope | null;
}

interface SplitOptions {
  /** How much of a message is kept, at most; what is above `JUDGED_BYTES` is scanned all the same. */
  readonly keep?: number;
  readonly onPiece: (piece: Piece) => void;
}

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into its lines, holding no more than a bound of any. */
export function createSplitter({ keep = JUDGED_BYTES, onPiece }: SplitOptions) {
  let parts: Buffer[] = [];
  let size = 0;
  let scanner: ReturnType<typeof createEnvelopeScanner> | undefined;
  let skips = false;

  const take = (part: Buffer): void => {
    if (part.length === 0) return;
    size += part.length;
    if (size > JUDGED_BYTES && scanner === undefined) {
      scanner = createEnvelopeScanner();
      for (const earlier of parts) scanner.push(earlier);
    }
    scanner?.push(part);
    if (size <= keep) parts.push(part);
    else parts = [];
  };
  const end = (at: number): void => {
    if (skips) skips = false;
    else if (size > 0) {
      const bytes = size > keep ? null : parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      onPiece({ size, at, bytes, envelope: scanner?.read() ?? null });
    }
    parts = [];
    size = 0;
    scanner = undefined;
  };
  return {
    push(chunk: Buffer, at: number): void {
      let from = 0;
      while (from < chunk.length) {
        const to = chunk.indexOf(NEWLINE, from);
        if (!skips) take(chunk.subarray(from, to === -1 ? chunk.length : to));
        if (to === -1) return;
        end(at);
        from = to + 1;
      }
    },
    /** The stream is over; what has no end of line is a line too. */
    end,
    /** Something is missing from here on: what follows is of use again after the next end of a line. */
    skip(): void {
      parts = [];
      size = 0;
      scanner = undefined;
      skips = true;
    },
  };
}
