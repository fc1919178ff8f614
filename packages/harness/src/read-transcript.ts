import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AssayError, type Transcript, type TranscriptEntry } from '@assay/schema';
import type { Json } from './json.ts';
import { readRecords } from './read-records.ts';
import { createRecording, type Recording } from './recording.ts';
import type { TranscriptReader, TranscriptReading } from './transcript-reader.ts';
import { READERS } from './transcripts/index.ts';

const SAMPLE = 40;
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Everything of a transcript but its entries. */
export type TranscriptSummary = Omit<Transcript, 'entries'>;

/** Called with each entry as it is read; a promise holds the reading up until it is kept. */
export type OnEntry = (entry: TranscriptEntry) => Promise<void> | undefined;

/** Reads a transcript of any known form from a file. The form is found from the content, never from the name. */
export async function readTranscript(path: string): Promise<Transcript> {
  const entries: TranscriptEntry[] = [];
  const summary = await streamTranscript(path, (entry) => {
    entries.push(entry);
  });
  return { ...summary, entries };
}

/** The same without keeping the entries: they are handed over one by one, so that size does not matter. */
export async function streamTranscript(path: string, onEntry: OnEntry): Promise<TranscriptSummary> {
  const recording = createRecording();
  const reader = await readFile(path, recording, onEntry);
  for (const { path: companion, lane } of (await reader.companions?.(path)) ?? []) {
    await readFile(companion, recording.within(lane), onEntry, reader);
  }
  return recording.summarise(reader);
}

async function readFile(
  path: string,
  recording: Recording,
  onEntry: OnEntry,
  known?: TranscriptReader,
): Promise<TranscriptReader> {
  await refuseUnreadable(path);
  const sample: Json[] = [];
  let reader = known;
  let reading: TranscriptReading | undefined = known?.open(recording.recorder);
  const take = async (record: Json) => {
    try {
      reading?.read(record);
    } catch (error) {
      // one record made to break the reader must not cost the others
      recording.recorder.repaired(
        `a record could not be read: ${error instanceof Error ? error.message : 'unknown fault'}`,
      );
    }
    for (const entry of recording.drain()) await onEntry(entry);
  };
  const start = async () => {
    reader = detect(sample);
    reading = reader?.open(recording.recorder);
    for (const record of sample.splice(0)) await take(record);
  };
  for await (const record of readRecords(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    recording.recorder.repaired,
  )) {
    recording.countRecord();
    if (reading !== undefined) await take(record);
    else if (sample.push(record) === SAMPLE) await start();
  }
  if (reading === undefined) await start();
  if (reader === undefined) throw unknownForm(path);
  reading?.end?.();
  for (const entry of recording.drain()) await onEntry(entry);
  return reader;
}

/** The reader that recognises most of the first records; of equals, the first in the list. */
function detect(sample: readonly Json[]): TranscriptReader | undefined {
  const ranked = READERS.map((reader) => ({
    reader,
    known: sample.filter((record) => recognises(reader, record)).length,
  }));
  const best = ranked.reduce((a, b) => (b.known > a.known ? b : a));
  return best.known > 0 ? best.reader : undefined;
}

function recognises(reader: TranscriptReader, record: Json): boolean {
  try {
    return reader.recognises(record);
  } catch {
    // a record that breaks the question is not one of this form's
    return false;
  }
}

// a FIFO or a device would hold the reader up for ever, and a loop of links cannot be opened at all
async function refuseUnreadable(path: string): Promise<void> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  if (!found.isFile()) throw new AssayError('unreadable_file', `${path} cannot be read: expected a file`);
}

function unknownForm(path: string): AssayError {
  const known = READERS.map(({ title }) => title).join(', ');
  return new AssayError('unknown_transcript', `${path} is no transcript that Assay knows; it reads ${known}`);
}
