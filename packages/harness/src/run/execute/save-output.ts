import type { Redactor } from '../../machine/credentials.ts';

// shown to people and judges, from each end
const SHOWN_BYTES = 4096;
// searched for a report, from each end
const READ_BYTES = 4 * 1024 * 1024;

export interface SavedOutput {
  readonly head: string;
  readonly tail: string;
  readonly omitted_bytes: number;
  /** The stored output, and whether it is complete. */
  text(): string;
  readonly whole: boolean;
}

/**
 * Keeps both ends of a stream of any length. Redacts first, because a secret cut in two could not be found.
 */
export function saveOutput(redactor: Redactor) {
  const head = createHead();
  const tail = createRing();
  let total_bytes = 0;
  const clean = redactor.stream((chunk) => {
    total_bytes += chunk.length;
    tail.push(chunk.subarray(head.push(chunk)));
  });
  return {
    push: clean.push,
    end: (): SavedOutput => {
      clean.end();
      const kept = Buffer.concat([head.content(), tail.content()]);
      const shown_head = Math.max(0, Math.min(SHOWN_BYTES, total_bytes - SHOWN_BYTES));
      const shown_tail = Math.min(SHOWN_BYTES, total_bytes);
      const whole = kept.length === total_bytes;
      return {
        head: kept.toString('utf8', 0, shown_head),
        tail: kept.toString('utf8', kept.length - shown_tail),
        omitted_bytes: total_bytes - shown_head - shown_tail,
        text: () => (whole ? [kept] : [head.content(), tail.content()]).map((part) => part.toString('utf8')).join('\n'),
        whole,
      };
    },
  };
}

/** The first bytes; `push` returns how many bytes of a chunk it took. */
function createHead() {
  let [content, filled] = [Buffer.alloc(0), 0];
  return {
    push(chunk: Buffer): number {
      const taken = Math.min(chunk.length, READ_BYTES - filled);
      if (filled + taken > content.length) {
        const larger = Buffer.alloc(Math.min(READ_BYTES, Math.max(filled + taken, 2 * content.length)));
        content.copy(larger, 0, 0, filled);
        content = larger;
      }
      chunk.copy(content, filled, 0, taken);
      filled += taken;
      return taken;
    },
    content: (): Buffer => content.subarray(0, filled),
  };
}

/** The last bytes after the head. */
function createRing() {
  let [content, at, full] = [Buffer.alloc(0), 0, false];
  return {
    push(chunk: Buffer): void {
      if (chunk.length === 0) return;
      if (content.length === 0) content = Buffer.alloc(READ_BYTES);
      const last = chunk.subarray(-READ_BYTES);
      const fits = Math.min(last.length, READ_BYTES - at);
      last.copy(content, at, 0, fits);
      last.copy(content, 0, fits);
      full ||= at + last.length >= READ_BYTES;
      at = (at + last.length) % READ_BYTES;
    },
    content: (): Buffer =>
      full ? Buffer.concat([content.subarray(at), content.subarray(0, at)]) : content.subarray(0, at),
  };
}
