import { createHash } from 'node:crypto';
import type { Json } from '@assay/schema/json';
import { readCall } from '@assay/scoring';
import { type ModelToolCall, readSentResults, type SentResult } from '@assay/transcripts';

/** A tool call that a gateway saw in an answer, with the result that the agent sent back. */
export interface RecordedCall {
  readonly at: string;
  readonly id: string | null;
  readonly tool: string;
  readonly input: Json;
  /** Equal for calls that ask for the same. */
  readonly key: string;
  /** Whether the agent had to answer it: the answer was complete, and the service does not run the tool itself. */
  readonly is_due: boolean;
  readonly result: RecordedResult | null;
}

interface RecordedResult {
  readonly at: string;
  /** Its start and end if it is long. */
  readonly text: string;
  readonly digest: string;
  readonly is_error: boolean;
}

/** What a gateway saw of the tool calls of an agent. */
export interface ToolRecord {
  readonly calls: readonly RecordedCall[];
  /** Whether it has every call; otherwise it says nothing about others. */
  readonly complete: boolean;
}

/** One request with the key and its answer. */
export interface OpenRecord {
  /** The body of the request; null if it is too long. */
  sent(body: Buffer | null): void;
  called(call: ModelToolCall): void;
  ended(whole: boolean): void;
}

const MOST_CALLS = 10_000;
const LONGEST_RESULT = 8192;

export function createToolRecord(): { begin(): OpenRecord; read(): ToolRecord } {
  const calls: RecordedCall[] = [];
  let complete = true;
  return {
    begin() {
      let keyed = false;
      const pending: ModelToolCall[] = [];
      return {
        sent(body) {
          keyed = true;
          if (body === null || calls.every(({ result }) => result !== null)) return;
          try {
            keepResults(calls, JSON.parse(body.toString('utf8')));
          } catch {
            // not JSON, compressed, or nested too deep: its results cannot be read
          }
        },
        called: (call) => pending.push(call),
        ended(whole) {
          if (!keyed) return;
          try {
            for (const call of pending.splice(0, MOST_CALLS - calls.length)) calls.push(record(call, whole));
          } catch {
            // nested too deep
            complete = false;
          }
          if (pending.length > 0) complete = false;
        },
      };
    },
    read: () => ({ calls, complete }),
  };
}

const record = ({ id, tool, input, by_service }: ModelToolCall, whole: boolean): RecordedCall => ({
  at: new Date().toISOString(),
  id,
  tool,
  input,
  key: readCall(tool, input).key,
  is_due: whole && !by_service,
  result: null,
});

// every request repeats the results of all earlier ones
function keepResults(calls: RecordedCall[], body: Json): void {
  const taken = new Set<number>();
  for (const sent of readSentResults(body)) {
    const key = sent.call === null ? null : readCall(sent.call.tool, sent.call.input).key;
    const place = calls.findIndex((call, index) => !taken.has(index) && isFor(sent, call, key));
    const call = calls[place];
    if (call === undefined) continue;
    taken.add(place);
    if (call.result === null) calls[place] = { ...call, result: recordResult(sent) };
  }
}

const isFor = ({ id, call: own }: SentResult, call: RecordedCall, key: string | null): boolean =>
  call.id !== null ? call.id === id : own?.tool === call.tool && key === call.key;

const recordResult = ({ text, is_error }: SentResult): RecordedResult => ({
  at: new Date().toISOString(),
  text:
    text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT / 2)}\n…\n${text.slice(-LONGEST_RESULT / 2)}` : text,
  digest: createHash('sha256').update(text).digest('hex'),
  is_error,
});
