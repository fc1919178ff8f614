import type { Inspection } from './inspection.ts';
import { createSplitter } from './split-messages.ts';

// a message that is no answer to a call of a tool goes through, also where it is too large to be judged
const MOST_KEPT = 64 * 1024 * 1024;
const NEWLINE = Buffer.from('\n');

interface GateOptions {
  readonly inspection: Pick<Inspection, 'decide'>;
  readonly write: (bytes: Buffer) => void;
  /** Tells a person that something was kept from the client. */
  readonly tell: (text: string) => void;
}

/** Lets the lines of a server through one by one, in their order, each when it is known what becomes of it. */
export function createGate({ inspection, write, tell }: GateOptions) {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  const splitter = createSplitter({
    keep: MOST_KEPT,
    onPiece: (piece) => {
      waiting += piece.bytes?.length ?? 0;
      // asked at once and acted on in order: one that takes long holds up the others, and overtakes none
      const decision = inspection.decide(piece);
      last = last
        .then(() => decision)
        .then((decided) => {
          waiting -= piece.bytes?.length ?? 0;
          switch (decided.action) {
            case 'pass':
              if (piece.bytes === null) tell(`kept back a message of ${piece.size} bytes: too large to be held`);
              else write(Buffer.concat([piece.bytes, NEWLINE]));
              break;
            case 'replace':
              write(Buffer.from(`${decided.text}\n`));
              break;
            case 'withhold':
              tell(`kept back ${piece.size} bytes that are no message, or answer nothing`);
              break;
          }
        });
    },
  });
  return {
    push: (chunk: Buffer): void => splitter.push(chunk, performance.now()),
    /** How much waits for a decision. */
    waiting: (): number => waiting,
    /** Resolves when everything so far has been decided. */
    settled: (): Promise<void> => last,
    async end(): Promise<void> {
      splitter.end(performance.now());
      await last;
    },
  };
}
