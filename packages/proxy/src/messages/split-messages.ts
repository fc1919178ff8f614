import { createEnvelopeScanner, type Envelope } from './scan-envelope.ts';

/** Larger messages are counted but not read, because reading one would take too much time and memory. */
export const JUDGED_BYTES = 8 * 1024 * 1024;

/** One line of a stream of messages, without its newline. */
export interface Piece {
  readonly size: number;
  /** When its last byte arrived. */
  readonly at: number;
  /** The bytes; null if the line was too large to keep. */
  readonly bytes: Buffer | null;
  /** Id and method of a message that is too large to be read; null for one that can be read. */
  readonly envelope: Envelope | null;
}

interface SplitOptions {
  /** Longer lines are not kept. Above `JUDGED_BYTES` a line is scanned instead of read. */
  readonly keep?: number;
  readonly onPiece: (piece: Piece) => void;
}

const NEWLINE = 0x0a;

/** Splits a stream of bytes into lines, with bounded memory. */
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
    /** The stream is over; a last line may have no newline. */
    end,
    /** Bytes are missing here. If they end in the middle of a line, the rest of that line is dropped too. */
    skip(is_cut: boolean): void {
      parts = [];
      size = 0;
      scanner = undefined;
      skips = is_cut;
    },
  };
}
