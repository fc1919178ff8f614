import { open, stat } from 'node:fs/promises';
import { AssayError, type ModelPrices, type Transcript, type TranscriptEntry } from '@assay/schema';
import { isObject, type Json } from '@assay/schema/json';
import { readBytes, readPacking } from './read-bytes.ts';
import { type OnRepair, type ParseJson, readRecords } from './read-records.ts';
import { listZippedFiles, type ZippedFile } from './read-zip.ts';
import { READERS } from './readers/index.ts';
import { createRecording, type Recording } from './recording.ts';
import type { TranscriptReader, TranscriptReading } from './transcript-reader.ts';

const SAMPLE = 40;

/** A transcript without its entries. */
export type TranscriptSummary = Omit<Transcript, 'entries'>;

/** Called with each entry; reading waits for a returned promise. */
export type OnEntry = (entry: TranscriptEntry) => Promise<void> | undefined;

export interface ReadTranscriptOptions {
  readonly parse?: ParseJson;
  /** Model prices that override the built-in table. */
  readonly prices?: ModelPrices;
}

/** Reads a transcript of any known format. Detects the format from the content, never from the file name. */
export async function readTranscript(path: string, options: ReadTranscriptOptions = {}): Promise<Transcript> {
  const entries: TranscriptEntry[] = [];
  const onEntry: OnEntry = (entry) => {
    entries.push(entry);
  };
  return { ...(await streamTranscript(path, onEntry, options)), entries };
}

/** Like `readTranscript`, but passes entries on one by one, so that the size does not matter. */
export async function streamTranscript(
  path: string,
  onEntry: OnEntry,
  { parse = JSON.parse, prices = [] }: ReadTranscriptOptions = {},
): Promise<TranscriptSummary> {
  const recording = createRecording(prices);
  const readFile = async (file: string, sinks: Sinks, known?: TranscriptReader) => {
    await refuseUnreadable(file);
    const reader = await readAll(openRecords(file, sinks.recording.recorder.repaired, parse), sinks, known);
    if (reader === undefined) throw unknownForm(file);
    return reader;
  };
  const reader = await readFile(path, { recording, onEntry });
  for (const { path: companion, lane } of (await reader.companions?.(path)) ?? []) {
    await readFile(companion, { recording: recording.within(lane), onEntry }, reader);
  }
  return recording.summarize(reader);
}

/** A transcript from records in memory; undefined if they are of no known format. */
export async function readTranscriptOf(
  records: readonly Json[],
  { prices = [] }: Pick<ReadTranscriptOptions, 'prices'> = {},
): Promise<Transcript | undefined> {
  const recording = createRecording(prices);
  const entries: TranscriptEntry[] = [];
  const onEntry: OnEntry = (entry) => {
    entries.push(entry);
  };
  const reader = await readAll([records], { recording, onEntry });
  return reader && { ...recording.summarize(reader), entries };
}

/** What some records of a session tell: its entries and sums of these records. Undefined if no reader knows them. */
export async function glanceAt(
  records: readonly Json[],
): Promise<(ReturnType<Recording['glance']> & Pick<Transcript, 'entries'>) | undefined> {
  const recording = createRecording();
  const entries: TranscriptEntry[] = [];
  const onEntry: OnEntry = (entry) => {
    entries.push(entry);
  };
  const reader = await readAll([records], { recording, onEntry });
  return reader && { ...recording.glance(), entries };
}

interface Sinks {
  readonly recording: Recording;
  readonly onEntry: OnEntry;
}

/** Reads records with the reader of their format, which it returns; undefined if no reader knows them. */
async function readAll(
  source: AsyncIterable<Iterable<Json>> | Iterable<Iterable<Json>>,
  { recording, onEntry }: Sinks,
  known?: TranscriptReader,
): Promise<TranscriptReader | undefined> {
  const sample: Json[] = [];
  let reader = known;
  let reading: TranscriptReading | undefined = known?.open(recording.recorder);
  const take = (record: Json) => {
    try {
      reading?.read(record);
    } catch (error) {
      // one malicious record must not lose the others
      recording.recorder.repaired(
        `a record could not be read: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
    }
  };
  const start = () => {
    reader = detectReader(sample);
    reading = reader?.open(recording.recorder);
    sample.splice(0).forEach(take);
  };
  for await (const records of source) {
    for (const record of records) {
      recording.countRecord();
      if (reading !== undefined) take(record);
      else if (sample.push(record) === SAMPLE) start();
      for (const entry of recording.drain()) {
        const held = onEntry(entry);
        if (held !== undefined) await held;
      }
    }
  }
  if (reading === undefined) start();
  reading?.end?.();
  for (const entry of recording.drain()) await onEntry(entry);
  return reader;
}

/** The records of a file, packed or not. */
async function* openRecords(path: string, onRepair: OnRepair, parse: ParseJson): AsyncGenerator<Iterable<Json>> {
  const packing = await readPacking(path);
  if (packing === 'zip') yield await readEval(path, onRepair);
  else if (packing === 'aider') yield await readAider(path);
  else yield* readRecords(readBytes(path, packing, onRepair), onRepair, parse);
}

/** The reader that recognizes most of the first records; on a tie, the first in the list. */
export function detectReader(sample: readonly Json[]): TranscriptReader | undefined {
  const ranked = READERS.map((reader) => ({
    reader,
    known: sample.filter((record) => recognizes(reader, record)).length,
  }));
  const best = ranked.reduce((a, b) => (b.known > a.known ? b : a));
  return best.known > 0 ? best.reader : undefined;
}

function recognizes(reader: TranscriptReader, record: Json): boolean {
  try {
    return reader.recognizes(record);
  } catch {
    // a record that makes the check throw is not of this format
    return false;
  }
}

// a FIFO or device would block forever, and a link loop cannot be opened
async function refuseUnreadable(path: string): Promise<void> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  if (!found.isFile()) throw new AssayError('unreadable_file', `${path} cannot be read: expected a file`);
}

const unknownForm = (path: string): AssayError =>
  new AssayError('unknown_transcript', `${path} is not a transcript in a known format`);

const LARGEST = 64 * 1024 * 1024;
const CHAT = /^# aider chat started at /m;

/** Reads the last chat of an aider history, which is Markdown, as one record with its lines. */
async function readAider(path: string): Promise<Json[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - LARGEST);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const chats = buffer.subarray(0, bytesRead).toString('utf8').split(CHAT);
    const last = chats.at(-1) ?? '';
    return [{ aider_chat: last.split('\n').slice(1), other_chats: chats.length - 2 }];
  } finally {
    await file.close();
  }
}

const HEADERS = ['_journal/start.json', 'header.json'];

/**
 * Reads an Inspect log in its packed form, a zip of JSON files: the header and the first sample, as one document of the
 * unpacked form. A log that was never finished has no header, only the start of its journal.
 */
async function readEval(path: string, onRepair: OnRepair): Promise<Json[]> {
  const header: Record<string, Json> = {};
  const samples: string[] = [];
  let first: { readonly name: string; readonly sample: Json } | undefined;
  for await (const file of listZippedFiles(path)) {
    if (HEADERS.includes(file.name)) Object.assign(header, await readJson(file, onRepair));
    if (!/^samples\/[^/]+\.json$/.test(file.name)) continue;
    samples.push(file.name);
    // samples are written as they finish
    if (first === undefined || compareNames(file.name, first.name) < 0)
      first = { name: file.name, sample: await readJson(file, onRepair) };
  }
  if (Object.keys(header).length === 0) return [];
  return [
    {
      status: 'started',
      ...header,
      samples: first === undefined ? [] : [first.sample],
      other_samples: Math.max(0, samples.length - 1),
    },
  ];
}

const compareNames = new Intl.Collator('en', { numeric: true }).compare;

async function readJson(file: ZippedFile, onRepair: OnRepair): Promise<Record<string, Json>> {
  try {
    const value: Json = JSON.parse((await file.read()) ?? '');
    if (isObject(value)) return value;
  } catch {
    // reported below
  }
  onRepair(`${file.name.slice(0, 80)} in the log cannot be read and was skipped`);
  return {};
}
