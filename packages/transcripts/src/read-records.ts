import { isUtf8 } from 'node:buffer';
import type { Json } from '@assay/schema/json';

const LONGEST_LINE = 64 * 1024 * 1024;
const LARGEST_DOCUMENT = 256 * 1024 * 1024;
/** A file that starts with more text than this is not a log. */
const LONGEST_PREAMBLE = 4 * 1024 * 1024;

/** `JSON.parse` or a compatible function that also inspects the text. */
export type ParseJson = (json: string) => Json;

/** Called with each repair made while reading. */
export type OnRepair = (what: string) => void;

/**
 * The records of a file: its lines as JSON, or the whole file as one JSON document. The first line decides: if it opens
 * a list or object without closing it, the file is one document.
 * Memory is limited by the longest accepted line; longer lines are skipped and reported.
 *
 * Yields the records of one chunk at a time, because awaiting each record would take longer than parsing it. Consume
 * them before requesting the next: the source may then overwrite the chunk.
 */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  onRepair: OnRepair,
  parse: ParseJson = JSON.parse,
): AsyncGenerator<Iterable<Json>> {
  let isLog = false;
  let document: Line[] | undefined;
  let size = 0;
  let preamble = 0;
  function* take(lines: Iterable<Line>): Generator<Json> {
    for (const line of lines) {
      if (document !== undefined) {
        size += line.bytes.length + line.skipped + 1;
        if (size <= LARGEST_DOCUMENT) document.push(copyOf(line));
        continue;
      }
      if (line.skipped > 0) {
        onRepair(`a line of ${line.skipped} bytes is too long and was skipped`);
        continue;
      }
      const record = parseRecord(line, isLog ? onRepair : () => undefined, parse);
      if (record !== undefined) {
        if (preamble > 0 && !isLog) onRepair('text before the first record was skipped');
        if (!isLog) parseRecord(line, onRepair); // also report repairs of the first record
        isLog = true;
        yield record;
      } else if (!isLog && opensDocument(line)) {
        document = [copyOf(line)];
        size = line.bytes.length;
      } else preamble += line.bytes.length;
    }
  }
  const splitter = createSplitter();
  for await (const chunk of source) {
    yield take(splitter.split(chunk));
    if (!isLog && document === undefined && preamble > LONGEST_PREAMBLE) break;
  }
  yield take(splitter.rest());
  if (document !== undefined) yield readDocument(document, size, onRepair);
  else if (preamble > 0 && !isLog) onRepair('the file is neither JSON nor lines of JSON');
}

const opensDocument = ({ bytes }: Line): boolean => /^\ufeff?\s*[[{]/.test(bytes.subarray(0, 64).toString('utf8'));

// a crash may leave NUL bytes
const opensJson = (line: string): boolean => /^[\s\0]*[[{]/.test(line);

function* readDocument(lines: readonly Line[], size: number, onRepair: OnRepair): Generator<Json> {
  if (size > LARGEST_DOCUMENT) {
    onRepair(`a document of ${size} bytes is too large and was skipped`);
    return;
  }
  const whole = parseText(decode(Buffer.concat(lines.flatMap(({ bytes }) => [bytes, LINE_END])), onRepair), onRepair);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  // not a document either: a log whose first line was cut off
  const records = lines.flatMap((line) => parseRecord(line, onRepair) ?? []);
  if (records.length === 0) onRepair('the file is neither JSON nor lines of JSON');
  yield* records;
}

const LINE_END = Buffer.from('\n');

interface Line {
  readonly bytes: Buffer;
  /** Whether a line end followed. */
  readonly ended: boolean;
  /** Size of a line that was too long; 0 otherwise. */
  readonly skipped: number;
}

const copyOf = (line: Line): Line => ({ ...line, bytes: Buffer.from(line.bytes) });

/** Splits chunks into lines. Copies the rest of a chunk, because the chunk may be overwritten. */
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

// a record is an object or a list, not a scalar
function parseRecord({ bytes, ended }: Line, onRepair: OnRepair, parse: ParseJson = JSON.parse): Json {
  const line = decode(bytes, onRepair);
  if (line.trim() === '') return undefined;
  // in a file that is no log, an exception for each line would take long
  const record = opensJson(line) ? parseText(line, onRepair, parse) : undefined;
  if (typeof record === 'object' && record !== null) return record;
  onRepair(ended ? 'a line that is not JSON was skipped' : 'the last line is cut off and was skipped');
  return undefined;
}

function decode(bytes: Buffer, onRepair: OnRepair): string {
  const text = bytes.toString('utf8');
  // cheap check first: invalid bytes become U+FFFD
  if (text.includes('\ufffd') && !isUtf8(bytes)) onRepair('bytes that are not UTF-8 were replaced');
  return text.replace(/^\ufeff/, '');
}

function parseText(json: string, onRepair: OnRepair, parse: ParseJson = JSON.parse): Json {
  try {
    return parse(json);
  } catch {
    // NUL bytes, left by a crash, are the only fault that can be repaired without guessing
    if (!json.includes('\0')) return undefined;
  }
  try {
    const repaired = JSON.parse(json.replaceAll('\0', ''));
    onRepair('NUL bytes were removed');
    return repaired;
  } catch {
    // not JSON without them either: the caller reports it
    return undefined;
  }
}
