import type { ModelPrices, TranscriptEntry, TranscriptFormat } from '@assay/schema';
import type { TranscriptSummary } from '@assay/transcripts';
import { createRecording, READERS, type Recording } from '@assay/transcripts';
import { instant } from '../../contracts/host.ts';
import type { ExecutionEnd } from '../../contracts/sandbox.ts';

const LONGEST_LINE = 64 * 1024 * 1024;

/** A transcript that is read while the agent writes it. */
export interface LiveTranscript {
  /** Accepts chunks of any size. */
  push(chunk: Buffer): void;
  /** What has been read so far. */
  glance(): Pick<ReturnType<Recording['glance']>, 'session_id' | 'usage' | 'cost_usd_micros'>;
  /** Call once after the last chunk, with how the program ended. */
  finish(ended: ExecutionEnd): {
    readonly entries: readonly TranscriptEntry[];
    readonly summary: TranscriptSummary;
    readonly arrivals: number;
  };
}

/** Reads a format line by line. An entry without a time gets the arrival time of its line. */
export function readLive(format: TranscriptFormat, now: () => number, prices: ModelPrices = []): LiveTranscript {
  const reader = READERS.find((known) => known.format === format);
  if (reader === undefined) throw new RangeError(`No reader for the transcript format ${format}`);
  const recording = createRecording(prices);
  const reading = reader.open(recording.recorder);
  const entries: TranscriptEntry[] = [];
  let arrivals = 0;
  const collect = (): void => {
    for (const entry of recording.drain()) {
      const stamped = entry.at !== undefined && entry.at !== null;
      if (!stamped) arrivals++;
      entries.push(stamped ? entry : { ...entry, at: instant(now()) });
    }
  };
  const take = (line: Buffer): void => {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    try {
      reading.read(JSON.parse(text));
      recording.countRecord();
    } catch (error) {
      // one malformed line must not lose the others
      recording.recorder.repaired(
        `a line could not be read: ${error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message}`,
      );
    }
    collect();
  };
  const lines = splitLive(take, (bytes) =>
    recording.recorder.repaired(`a line of ${bytes} bytes is too long and was skipped`),
  );
  return {
    push: lines.push,
    glance: () => recording.glance(),
    finish: () => {
      lines.end();
      reading.end?.();
      collect();
      return { entries, summary: recording.summarize(reader), arrivals };
    },
  };
}

/** Splits chunks into lines; reports and skips lines that are too long. */
function splitLive(onLine: (line: Buffer) => void, onTooLong: (bytes: number) => void) {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (): void => {
    const line = parts;
    const bytes = size;
    [parts, size] = [[], 0];
    if (bytes > LONGEST_LINE) onTooLong(bytes);
    else onLine(Buffer.concat(line));
  };
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size <= LONGEST_LINE) parts.push(part);
    else parts = [];
  };
  return {
    push: (chunk: Buffer): void => {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        keep(chunk.subarray(start, end));
        take();
        start = end + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    },
    end: (): void => {
      if (size > 0) take();
    },
  };
}
