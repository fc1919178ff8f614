import { readdirSync, readFileSync } from 'node:fs';
import { type TranscriptEnd, TranscriptEntry, type Usage } from '@assay/schema';
import type { Json } from '@assay/schema/json';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createOutcomes } from '../src/result-outcome.ts';
import type { Recorder, TranscriptReader } from '../src/transcript-reader.ts';

/* What every reader is held to: run over recordings, whole and broken. */
const FIXTURES = new URL('../../../fixtures/transcripts/', import.meta.url);

export function recordsOf(file: string): Json[] {
  const content = readFileSync(new URL(file, FIXTURES), 'utf8');
  if (file.endsWith('.json')) return [JSON.parse(content)];
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export const allFixtures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.jsonl?$/.test(file),
);

export function collect(reader: TranscriptReader, records: readonly Json[]) {
  const entries: TranscriptEntry[] = [];
  const responses = new Map<string, Usage>();
  const facts: Parameters<Recorder['identify']>[0] = {};
  const found = {
    entries,
    facts,
    total: null as Usage | null,
    cost: null as number | null,
    end: { status: 'unknown', reason: '' } as TranscriptEnd,
    unknown: [] as string[],
    warnings: [] as string[],
    responses,
    sum: (field: keyof Usage): number => [...responses.values()].reduce((all, usage) => all + usage[field], 0),
  };
  const withOutcome = createOutcomes();
  const reading = reader.open({
    entry: (entry) => entries.push(withOutcome(entry)),
    identify: (more) => Object.assign(facts, { ...more, ...facts }),
    waited: () => undefined,
    usage: (key, usage) => responses.set(key, usage),
    totalUsage: (usage) => {
      found.total = usage;
    },
    cost: (usd) => {
      found.cost = usd;
    },
    end: (status, reason) => {
      found.end = { status, reason };
    },
    unknown: (kind) => found.unknown.push(kind),
    repaired: () => undefined,
    warn: (sentence) => found.warnings.push(sentence),
  });
  for (const record of records) reading.read(record);
  reading.end?.();
  return found;
}

export const read = (reader: TranscriptReader, file: string) => collect(reader, recordsOf(file));

export const ofType = (entries: readonly TranscriptEntry[], type: TranscriptEntry['type']) =>
  entries.filter((entry) => entry.type === type);

export const toolsOf = (entries: readonly TranscriptEntry[]) => ofType(entries, 'tool_use').map(({ tool }) => tool);

export function expectPaired(entries: readonly TranscriptEntry[]): void {
  const ids = (type: string) => entries.filter((entry) => entry.type === type).map(({ tool_id }) => tool_id);
  expect(new Set(ids('tool_use')).size).toBe(ids('tool_use').length);
  expect([...ids('tool_result')].sort()).toEqual([...ids('tool_use')].sort());
  for (const id of ids('tool_result')) {
    const [use, result] = [entries.find(({ tool_id }) => tool_id === id), entries.findLast((e) => e.tool_id === id)];
    expect([use?.type, result?.type]).toEqual(['tool_use', 'tool_result']);
  }
}

/** A record with any of its values replaced, or its key removed. */
function mutate(value: Json, path: readonly number[], put: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return put;
  const copy: Record<string, Json> = Array.isArray(value) ? ([...value] as never) : { ...value };
  const inner = mutate(copy[key], rest, put);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<Json>(
    undefined,
    null,
    '',
    -1,
    1e308,
    0.5,
    [],
    {},
    [null],
    { toString: 1 },
    { text: {} },
    'undefined',
  ),
);

const mutations = fc.array(
  fc.record({ line: fc.nat(), path: fc.array(fc.nat({ max: 30 }), { maxLength: 7 }), put: hostile }),
  { minLength: 1, maxLength: 6 },
);

export function expectUnbreakable(reader: TranscriptReader, files: readonly string[]): void {
  const recordings = files.map(recordsOf);
  fc.assert(
    fc.property(fc.constantFrom(...recordings), mutations, (recording, changes) => {
      const records = [...recording];
      for (const { line, path, put } of changes) {
        const index = line % records.length;
        records[index] = mutate(records[index], path, put);
      }
      for (const record of records) expect(typeof reader.recognizes(record)).toBe('boolean');
      const found = collect(reader, records);
      for (const entry of found.entries) expect(TranscriptEntry.safeParse(entry).error).toBeUndefined();
      for (const usage of [...found.responses.values(), ...(found.total ? [found.total] : [])])
        expect(Object.values(usage).every((tokens) => tokens >= 0)).toBe(true);
      expect(Object.values(found.facts).every((fact) => typeof fact === 'string' && fact !== '')).toBe(true);
    }),
    { numRuns: 300 },
  );
}

export function expectOnlyOwn(reader: TranscriptReader, own: (file: string) => boolean): void {
  for (const file of allFixtures) {
    const known = recordsOf(file).filter((record) => reader.recognizes(record)).length;
    expect([file, known]).toEqual([file, own(file) ? recordsOf(file).length : 0]);
  }
}
