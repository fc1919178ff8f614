import type { TranscriptEnd, TranscriptEntry } from '@assay/schema';
import { at, isObject, type Json, number } from '@assay/schema/json';

// Checks what `writeAtif` stores in `extra` without zod: loading the schemas takes longer than reading most transcripts.
// A test compares both.

const isText = (value: Json): boolean => typeof value === 'string';
const isWhole = (value: Json): boolean => Number.isSafeInteger(value);
const isAbsent = (value: Json): boolean => value === undefined || value === null;

/** Each field of an entry, in the order of its schema. */
const FIELDS: Readonly<Record<keyof TranscriptEntry, (value: Json) => boolean>> = {
  id: (value) => value === undefined || (isText(value) && value !== ''),
  type: oneOf<TranscriptEntry['type']>({ assistant: 1, user: 1, tool_use: 1, tool_result: 1, system: 1, error: 1 }),
  at: (value) => isAbsent(value) || isText(value) || number(value) !== undefined,
  tool: (value) => value === undefined || isText(value),
  tool_id: (value) => isAbsent(value) || isText(value),
  input: () => true,
  text: (value) => isAbsent(value) || isText(value),
  is_error: (value) => isAbsent(value) || typeof value === 'boolean',
  exit_code: (value) => isAbsent(value) || isWhole(value),
  lane: (value) => value === undefined || isText(value),
  status: (value) => isAbsent(value) || isText(value) || isWhole(value),
  waited_ms: (value) => isAbsent(value) || (number(value) ?? -1) >= 0,
  only_in: (value) => value === undefined || value === 'agent' || value === 'gateway',
};

/** A value as an entry; undefined if it is not one. */
export function parseEntry(value: Json): TranscriptEntry | undefined {
  const isEntry =
    isObject(value) &&
    Object.keys(value).every((key) => Object.hasOwn(FIELDS, key)) &&
    Object.entries(FIELDS).every(([field, isValid]) => isValid(at(value, field))) &&
    (value['type'] !== 'tool_use' || value['tool'] !== undefined);
  if (!isEntry) return undefined;
  const known = Object.keys(FIELDS).filter((field) => Object.hasOwn(value, field));
  return Object.fromEntries(known.map((field) => [field, value[field]])) as TranscriptEntry;
}

const isStatus = oneOf<TranscriptEnd['status']>({
  completed: 1,
  failed: 1,
  limit: 1,
  denied: 1,
  interrupted: 1,
  unknown: 1,
});

export const isEnd = (value: Json): value is TranscriptEnd =>
  isObject(value) && isStatus(value['status']) && isText(value['reason']);

/** A check for one of these words; the compiler ensures that none is missing. */
function oneOf<Word extends string>(words: Readonly<Record<Word, 1>>): (value: Json) => boolean {
  return (value) => typeof value === 'string' && Object.hasOwn(words, value);
}
