import { isUtf8 } from 'node:buffer';
import type { Json } from '@assay/schema/json';

const LONGEST_LINE = 64 * 1024 * 1024;
const LARGEST_DOCUMENT = 256 * 1024 * 1024;

/** `JSON.parse`, or what does the same and keeps an eye on it. */
export type ParseJson = (json: string) => Json;

/** What had to be mended on the way from bytes to records. */
export type OnRepair = (what: string) => void;

/**
 * The records of a file: its lines as JSON, or the file as one JSON document. The first line decides: where it opens
 * a list or an object and does not close it, all of the file is one document.
 * Bounded by the longest line it accepts: a longer one is left out and told, and reading goes on.
 *
 * They come as many at a time as a chunk of the source has, to be gone through before the next are asked for: waiting
 * for each would take longer than most take to parse. A chunk may be overwritten once the next is asked for.
 */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  onRepair: OnRepair,
  parse: ParseJson = JSON.parse,
): AsyncGenerator<Iterable<Json>> {
  let isLog = false;
  let document: Line[] | undefined;
  let size = 0;
  let preamble = false;
  function* take(lines: Iterable<Line>): Generator<Json> {
    for (const line of lines) {
      if (document !== undefined) {
        size += line.bytes.length + line.skipped + 1;
        if (size <= LARGEST_DOCUMENT) document.push(copyOf(line));
        continue;
      }
      if (line.skipped > 0) {
        onRepair(`a line of ${line.skipped} bytes is too long and was left out`);
        continue;
      }
      const record = parseRecord(line, isLog ? onRepair : () => undefined, parse);
      if (record !== undefined) {
        if (preamble && !isLog) onRepair('text before the first record was left out');
        if (!isLog) parseRecord(line, onRepair); // what was mended in the first record counts too
        isLog = true;
        yield record;
      } else if (!isLog && opensDocument(line)) {
        document = [copyOf(line)];
        size = line.bytes.length;
      } else preamble ||= line.bytes.length > 0;
    }
  }
  const splitter = createSplitter();
  for await (const chunk of source) yield take(splitter.split(chunk));
  yield take(splitter.rest());
  if (document !== undefined) yield readDocument(document, size, onRepair);
  else if (preamble && !isLog) onRepair('the file is neither JSON nor lines of JSON');
}

const opensDocument = ({ bytes }: Line): boolean => /^\ufeff?\s*[[{]/.test(bytes.subarray(0, 64).toString('utf8'));

function* readDocument(lines: readonly Line[], size: number, onRepair: OnRepair): Generator<Json> {
  if (size > LARGEST_DOCUMENT) {
    onRepair(`a document of ${size} bytes is too large and was left out`);
    return;
  }
  const whole = parseText(decode(Buffer.concat(lines.flatMap(({ bytes }) => [bytes, LINE_END])), onRepair), onRepair);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  // not one document either: a log whose first line was cut off
  const records = lines.flatMap((line) => parseRecord(line, onRepair) ?? []);
  if (records.length === 0) onRepair('the file is neither JSON nor lines of JSON');
  yield* records;
}

const LINE_END = Buffer.from('\n');

interface Line {
  readonly bytes: Buffer;
  /** Whether a line end followed. */
  readonly ended: boolean;
  /** The size of a line that was too long to keep. */
  readonly skipped: number;
}

const copyOf = (line: Line): Line => ({ ...line, bytes: Buffer.from(line.bytes) });

/** The lines of chunk after chunk. What is left of one for the next is copied. */
function createSplitter() {
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
  return {
    *split(chunk: Buffer): Generator<Line> {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        size += end - start;
        if (size <= LONGEST_LINE) parts.push(chunk.subarray(start, end));
        yield take(true);
        start = end + 1;
      }
      if (start === chunk.length) return;
      size += chunk.length - start;
      if (size <= LONGEST_LINE) parts.push(Buffer.from(chunk.subarray(start)));
      else parts = [];
    },
    *rest(): Generator<Line> {
      if (size > 0) yield take(false);
    },
  };
}

// a record is an object or a list; a number alone on a line is none
function parseRecord({ bytes, ended }: Line, onRepair: OnRepair, parse: ParseJson = JSON.parse): Json {
  const line = decode(bytes, onRepair);
  if (line.trim() === '') return undefined;
  const record = parseText(line, onRepair, parse);
  if (typeof record === 'object' && record !== null) return record;
  onRepair(ended ? 'a line that is not JSON was left out' : 'the last line is cut off and was left out');
  return undefined;
}

function decode(bytes: Buffer, onRepair: OnRepair): string {
  const text = bytes.toString('utf8');
  // only where there is what stands for them can there have been any
  if (text.includes('\ufffd') && !isUtf8(bytes)) onRepair('bytes that are not UTF-8 were replaced');
  return text.replace(/^\ufeff/, '');
}

function parseText(json: string, onRepair: OnRepair, parse: ParseJson = JSON.parse): Json {
  try {
    return parse(json);
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
