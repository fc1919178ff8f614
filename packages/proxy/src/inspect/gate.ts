import { createSplitter } from '../messages/split-messages.ts';
import type { Inspection } from './inspection.ts';

// messages that are not tool results pass even if they are too large to be judged
const MOST_KEPT = 64 * 1024 * 1024;
const NEWLINE = Buffer.from('\n');

interface GateOptions {
  readonly inspection: Pick<Inspection, 'decide'>;
  readonly write: (bytes: Buffer) => void;
  /** Reports what was withheld from the client. */
  readonly tell: (text: string) => void;
}

/** Forwards the lines of a server in order, each after its decision. */
export function createGate({ inspection, write, tell }: GateOptions) {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  const splitter = createSplitter({
    keep: MOST_KEPT,
    onPiece: (piece) => {
      waiting += piece.bytes?.length ?? 0;
      // decisions are requested at once but applied in order, so a slow one delays the next
      const decision = inspection.decide(piece);
      last = last
        .then(() => decision)
        .then((decided) => {
          waiting -= piece.bytes?.length ?? 0;
          switch (decided.action) {
            case 'pass':
              if (piece.bytes === null) tell(`withheld a message of ${piece.size} bytes: too large to buffer`);
              else write(Buffer.concat([piece.bytes, NEWLINE]));
              break;
            case 'replace':
              write(Buffer.from(`${decided.text}\n`));
              break;
            case 'withhold':
              tell(`withheld ${piece.size} bytes that are not a message or answer no request`);
              break;
          }
        });
    },
  });
  return {
    push: (chunk: Buffer): void => splitter.push(chunk, performance.now()),
    /** Bytes waiting for a decision. */
    waiting: (): number => waiting,
    /** Resolves when everything so far is decided. */
    settled: (): Promise<void> => last,
    async end(): Promise<void> {
      splitter.end(performance.now());
      await last;
    },
  };
}
