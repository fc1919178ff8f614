import { isObject, type Json } from '@assay/schema/json';
import { describe, expect, test } from 'vitest';
import { allFixtures, collect, recordsOf } from '../../test/reading.ts';
import { detectReader } from '../read-transcript.ts';
import { claudeStream } from './claude-stream.ts';
import { messageList } from './message-list.ts';

/** As many records as detection looks at. */
const SAMPLE = 40;
const DEEPEST = 3;

/** Every field of a record by its path; the items of a list share one path. */
function* pathsOf(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length === DEEPEST) return;
  if (Array.isArray(value)) for (const item of value.slice(0, 5)) yield* pathsOf(item, path);
  else if (isObject(value))
    for (const [key, inner] of Object.entries(value)) {
      yield [...path, key];
      yield* pathsOf(inner, [...path, key]);
    }
}

function without(value: Json, [key, ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => without(item, key === undefined ? [] : [key, ...rest]));
  if (!isObject(value) || key === undefined || !Object.hasOwn(value, key)) return value;
  const { [key]: removed, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(removed, rest) };
}

describe('no other reader takes a transcript that lacks a field', () => {
  test.each(allFixtures)('%s', (file) => {
    const records = recordsOf(file).slice(0, SAMPLE);
    const format = detectReader(records)?.format;
    const paths = new Map(records.flatMap((record) => [...pathsOf(record)].map((path) => [path.join('.'), path])));
    const taken = [...paths].flatMap(([name, path]) => {
      const other = detectReader(records.map((record) => without(record, path)))?.format;
      // lists of messages are the last choice, and a transcript read as one says so
      return [undefined, format, messageList.format].includes(other) ? [] : [`without ${name}: ${other}`];
    });
    expect(taken).toEqual([]);
  });
});

test.each([['uuid'], ['uuid', 'timestamp'], ['uuid', 'timestamp', 'tool_use_result', 'claude_code_version']])(
  'a Claude Code stream as older versions print it, without %s %s %s %s',
  (...fields) => {
    const records = recordsOf('claude/basic.stream.jsonl');
    const older = fields.reduce<readonly Json[]>(
      (all, field) => all.map((record) => without(record, [field])),
      records,
    );
    expect(detectReader(older)).toBe(claudeStream);
    const [read, whole] = [collect(claudeStream, older), collect(claudeStream, records)];
    expect(read.entries.map(({ at: _, ...entry }) => entry)).toEqual(whole.entries.map(({ at: _, ...entry }) => entry));
    expect([read.total, read.cost, read.end]).toEqual([whole.total, whole.cost, whole.end]);
  },
);
