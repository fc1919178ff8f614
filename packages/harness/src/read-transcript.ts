import { createReadStream } from 'node:fs';
import { AssayError, type Transcript, type TranscriptEnd, type TranscriptEntry, type Usage } from '@assay/schema';
import { interactionsOf } from '@assay/scoring';
import type { Json } from './json.ts';
import { priceOf } from './prices.ts';
import { readRecords } from './read-records.ts';
import type { Recorder, TranscriptReader, TranscriptReading } from './transcript-reader.ts';
import { READERS } from './transcripts/index.ts';

const SAMPLE = 40;

/** Reads a transcript of any known form from a file. The form is found from the content. */
export async function readTranscript(path: string): Promise<Transcript> {
  return await readTranscriptFrom(createReadStream(path, { highWaterMark: 1024 * 1024 }));
}

/** The same from bytes as they come. */
export async function readTranscriptFrom(source: AsyncIterable<Buffer>): Promise<Transcript> {
  const notes = createNotes();
  const sample: Json[] = [];
  let reading: { reader: TranscriptReader; reading: TranscriptReading } | undefined;
  const recording = createRecording(notes);
  let records = 0;
  const start = () => {
    const reader = detect(sample);
    if (reader === undefined) return undefined;
    return { reader, reading: reader.open(recording.recorder) };
  };
  for await (const record of readRecords(source, notes.repaired)) {
    records++;
    if (reading !== undefined) {
      reading.reading.read(record);
      continue;
    }
    sample.push(record);
    if (sample.length < SAMPLE) continue;
    reading = start();
    for (const early of sample.splice(0)) reading?.reading.read(early);
  }
  reading ??= start();
  if (reading === undefined) throw unreadable(records);
  for (const early of sample) reading.reading.read(early);
  reading.reading.end?.();
  return finish(reading.reader, recording, notes, records);
}

/** The reader that recognises most of the first records; of equals the first in the list. */
export function detect(sample: readonly Json[]): TranscriptReader | undefined {
  const ranked = READERS.map((reader) => ({
    reader,
    known: sample.filter((record) => reader.recognises(record)).length,
  }));
  const best = ranked.reduce((a, b) => (b.known > a.known ? b : a));
  return best.known > 0 ? best.reader : undefined;
}

function unreadable(records: number): AssayError {
  const known = READERS.map(({ title }) => title).join(', ');
  const found = records === 0 ? 'no JSON at all' : `${records} records of no known form`;
  return new AssayError('invalid_input', `expected a transcript of ${known}; found ${found}`);
}

interface Notes {
  readonly counts: Map<string, number>;
  repaired(what: string): void;
  unknown(kind: string): void;
  warn(sentence: string): void;
  total(kind: 'repaired' | 'unknown'): number;
}

function createNotes(): Notes {
  const counts = new Map<string, number>();
  const totals = { repaired: 0, unknown: 0 };
  const note = (sentence: string) => counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return {
    counts,
    repaired: (what) => {
      totals.repaired++;
      note(what);
    },
    unknown: (kind) => {
      totals.unknown++;
      note(`not understood: ${kind.slice(0, 80)}`);
    },
    warn: note,
    total: (kind) => totals[kind],
  };
}

interface Recording {
  readonly recorder: Recorder;
  readonly entries: TranscriptEntry[];
  readonly facts: { agent?: string; agent_version?: string; model?: string; session_id?: string };
  readonly responses: Map<string, Usage>;
  totalUsage: Usage | null;
  cost: number | null;
  end: TranscriptEnd;
}

function createRecording(notes: Notes): Recording {
  const recording: Recording = {
    entries: [],
    facts: {},
    responses: new Map(),
    totalUsage: null,
    cost: null,
    end: { status: 'unknown', reason: 'the transcript does not say how the run ended' },
    recorder: {
      entry: (entry) => recording.entries.push(entry),
      identify: (facts) => Object.assign(recording.facts, { ...facts, ...recording.facts }),
      usage: (key, usage) => recording.responses.set(key, usage),
      totalUsage: (usage) => {
        recording.totalUsage = usage;
      },
      cost: (usd) => {
        recording.cost = usd;
      },
      end: (status, reason) => {
        recording.end = { status, reason };
      },
      unknown: notes.unknown,
      repaired: notes.repaired,
      warn: notes.warn,
    },
  };
  return recording;
}

function finish(reader: TranscriptReader, recording: Recording, notes: Notes, records: number): Transcript {
  const { entries, facts, responses, end } = recording;
  const usage = recording.totalUsage ?? sumUsage([...responses.values()]);
  const model = facts.model ?? null;
  const priced = recording.cost === null && usage !== null && model !== null ? priceOf(model, usage) : null;
  const cost_usd = recording.cost ?? priced;
  const interactions = interactionsOf(entries);
  return {
    format: reader.format,
    agent: facts.agent ?? reader.agent,
    agent_version: facts.agent_version ?? null,
    model,
    session_id: facts.session_id ?? null,
    entries: entries.map((entry, i) => ({ ...entry, id: entry.id ?? `e${i + 1}` })),
    interactions: interactions.interactions,
    usage,
    cost_usd,
    cost_source: cost_usd === null ? null : priced === null ? 'reported' : 'priced',
    ...spanOf(entries),
    end,
    counts: { records, entries: entries.length, unknown: notes.total('unknown'), repaired: notes.total('repaired') },
    warnings: [...notes.counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`)),
  };
}

function sumUsage(all: readonly Usage[]): Usage | null {
  if (all.length === 0) return null;
  const total = (field: keyof Usage) => all.reduce((sum, usage) => sum + usage[field], 0);
  return {
    input_tokens: total('input_tokens'),
    cached_input_tokens: total('cached_input_tokens'),
    cache_write_input_tokens: total('cache_write_input_tokens'),
    output_tokens: total('output_tokens'),
  };
}

// from the first instant to the last; a clock that jumps backwards in between does not make it shorter
function spanOf(entries: readonly TranscriptEntry[]): Pick<Transcript, 'started_at' | 'wall_ms'> {
  const instants = entries.flatMap(({ at }) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? [{ at, ms: Date.parse(at) }] : [],
  );
  const [first] = instants;
  if (first === undefined) return { started_at: null, wall_ms: null };
  const last = instants.reduce((latest, { ms }) => Math.max(latest, ms), first.ms);
  return { started_at: first.at, wall_ms: instants.length < 2 ? null : last - first.ms };
}
