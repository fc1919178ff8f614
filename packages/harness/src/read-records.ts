import { isUtf8 } from 'node:buffer';
import type { Json } from './json.ts';

const LONGEST_LINE = 64 * 1024 * 1024;
const LARGEST_DOCUMENT = 256 * 1024 * 1024;

/** What had to be mended on the way from bytes to records. */
export type OnRepair = (what: string) => void;

/**
 * The records of a file: its lines as JSON, or the file as one JSON document.
 * Bounded by the longest line it accepts: a longer one is left out and told, and reading goes on.
 */
export async function* readRecords(source: AsyncIterable<Buffer>, onRepair: OnRepair): AsyncGenerator<Json> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let parsedAny = false;
  let document = '';
  for await (const { bytes, ended, skipped } of splitLines(source)) {
    if (skipped > 0) {
      onRepair(`a line of ${skipped} bytes is too long and was left out`);
      continue;
    }
    const record = parseLine(bytes, ended, parsedAny ? onRepair : () => undefined);
    if (record !== undefined) {
      if (!parsedAny && heldBytes > 0) onRepair('text before the first record was left out');
      [held, heldBytes, parsedAny] = [[], 0, true];
      yield record;
    } else if (!parsedAny && heldBytes < LARGEST_DOCUMENT) {
      // no line is JSON of its own so far: perhaps all of them are one document
      held.push(bytes, Buffer.from('\n'));
      heldBytes += bytes.length + 1;
    }
  }
  if (parsedAny || heldBytes === 0) return;
  document = decode(Buffer.concat(held), onRepair);
  const whole = parseText(document, onRepair);
  if (whole === undefined) onRepair('the file is neither JSON nor lines of JSON');
  else yield whole;
}

interface Line {
  readonly bytes: Buffer;
  /** Whether a line end followed. */
  readonly ended: boolean;
  /** The size of a line that was too long to keep. */
  readonly skipped: number;
}

async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (ended: boolean): Line => {
    const line =
      size > LONGEST_LINE
        ? { bytes: Buffer.alloc(0), ended, skipped: size }
        : { bytes: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), ended, skipped: 0 };
    [parts, size] = [[], 0];
    return line;
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      size += end - start;
      if (size <= LONGEST_LINE) parts.push(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    size += chunk.length - start;
    if (size <= LONGEST_LINE) parts.push(chunk.subarray(start));
    else parts = [];
  }
  if (size > 0) yield take(false);
}

function parseLine(bytes: Buffer, ended: boolean, onRepair: OnRepair): Json {
  const line = decode(bytes, onRepair);
  if (line.trim() === '') return undefined;
  const record = parseText(line, onRepair);
  if (record === undefined)
    onRepair(ended ? 'a line that is not JSON was left out' : 'the last line is cut off and was left out');
  return record;
}

function decode(bytes: Buffer, onRepair: OnRepair): string {
  if (!isUtf8(bytes)) onRepair('bytes that are not UTF-8 were replaced');
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

function parseText(json: string, onRepair: OnRepair): Json {
  try {
    return JSON.parse(json);
  } catch {
    // the one fault that can be mended without guessing: NUL bytes, as a crash leaves them in a file
    if (!json.includes('\0')) return undefined;
  }
  try {
    const mended = JSON.parse(json.replaceAll('\0', ''));
    onRepair('NUL bytes were taken out');
    return mended;
  } catch {
    // not JSON without them either: the caller says so
    return undefined;
  }
}
