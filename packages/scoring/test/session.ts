import type { TranscriptEntry, TranscriptFormat } from '@assay/schema';
import { compute } from '../src/formula.ts';
import { interactionsV1 } from '../src/interactions/interactions.v1.ts';
import type { SessionRecord } from '../src/sessions/session.ts';

/** A record with these entries, one second apart unless they have a time. */
export function makeRecord(given: readonly TranscriptEntry[], changes: Partial<SessionRecord> = {}): SessionRecord {
  const entries = given.map((entry, i) => ({
    at: new Date(1_794_700_000_000 + i * 1000).toISOString(),
    ...entry,
    id: entry.id ?? `e${i + 1}`,
  }));
  const { interactions } = compute(interactionsV1, { entries });
  const times = entries.map(({ at }) => Date.parse(String(at)));
  return {
    format: 'claude-session' satisfies TranscriptFormat,
    entries,
    interactions,
    end: { status: 'completed', reason: 'done' },
    usage: { input_tokens: 90_000, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 10_000 },
    cost_usd: 1,
    wall_ms: times.length < 2 ? null : Math.max(...times) - (times[0] as number),
    ...changes,
  };
}

export const ask = (text: string): TranscriptEntry => ({ type: 'user', text });
export const say = (text: string): TranscriptEntry => ({ type: 'assistant', text });

let calls = 0;

/** A tool call and its result. */
export function call(
  tool: string,
  input: unknown,
  text: string | null,
  result: Partial<TranscriptEntry> = {},
): TranscriptEntry[] {
  const tool_id = `t${calls++}`;
  return [
    { type: 'tool_use', tool, tool_id, input },
    ...(text === null ? [] : [{ type: 'tool_result' as const, tool_id, text, is_error: false, ...result }]),
  ];
}

export const bash = (command: string, text: string | null = '', result: Partial<TranscriptEntry> = {}) =>
  call('Bash', { command }, text, result);

export const edit = (file_path: string, result: Partial<TranscriptEntry> = {}) =>
  call('Edit', { file_path, old_string: 'a', new_string: `b${calls}` }, 'The file has been updated.', result);

export const REJECTION =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
