import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, number, text } from '@assay/schema/json';
import { createToolCallReader, type ModelToolCall } from '@assay/transcripts';

/** Facts read from a reply so far. */
export interface ReplyFacts {
  readonly model: string | null;
  readonly usage: Usage | null;
}

/** Reads the tokens and tool calls of a streamed reply in the formats of Anthropic, OpenAI and Gemini. */
export interface ReplyReader {
  read(chunk: Buffer): void;
  end(): void;
}

export interface ReplyListener {
  /** Called with all known facts whenever they change. */
  onFacts(facts: ReplyFacts): void;
  onCall?(call: ModelToolCall): void;
}

// the last event of OpenAI Responses contains the whole reply; longer lines are skipped
const LONGEST_KEPT = 16 * 1024 * 1024;
const LONGEST_MODEL_NAME = 200;

// most events have neither, and parsing all of them is expensive
const RELEVANT = /"usage|tool_|_call|functionCall|input_json|content_block_stop/;

/** Memory is bounded. */
export function createReplyReader(contentType: string, { onFacts, onCall = () => {} }: ReplyListener): ReplyReader {
  let facts: ReplyFacts = { model: null, usage: null };
  const calls = createToolCallReader(onCall);
  const readText = (json: string): void => {
    if (!RELEVANT.test(json)) return;
    for (const record of parseRecords(json)) {
      calls.read(record);
      const found = readFacts(record, facts.usage);
      if (found === undefined) continue;
      facts = { model: facts.model ?? found.model, usage: found.usage };
      onFacts(facts);
    }
  };
  const reader = /^text\/event-stream\b/i.test(contentType) ? readLines(readText) : readWhole(readText);
  return {
    read: reader.read,
    end() {
      reader.end();
      calls.end();
    },
  };
}

// Reads `data` lines of an event stream. None of the services splits one event into several.
function readLines(onData: (json: string) => void): ReplyReader {
  let kept: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size <= LONGEST_KEPT) kept.push(part);
    else kept = [];
  };
  const take = (): void => {
    const line = kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept);
    if (line.subarray(0, 5).toString('latin1') === 'data:') onData(line.subarray(5).toString('utf8'));
    [kept, size] = [[], 0];
  };
  return {
    read(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        keep(chunk.subarray(start, end));
        take();
        start = end + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    },
    end: take,
  };
}

function readWhole(onDocument: (json: string) => void): ReplyReader {
  let kept: Buffer[] = [];
  let size = 0;
  return {
    read(chunk) {
      size += chunk.length;
      if (size <= LONGEST_KEPT) kept.push(chunk);
      else kept = [];
    },
    end() {
      onDocument(Buffer.concat(kept).toString('utf8'));
      kept = [];
    },
  };
}

// Gemini streams a list of replies if no event stream is requested
function parseRecords(json: string): readonly Json[] {
  try {
    const document: Json = JSON.parse(json);
    return Array.isArray(document) ? document : [document];
  } catch {
    // invalid or truncated JSON has no usage
    return [];
  }
}

function readFacts(record: Json, before: Usage | null): ReplyFacts | undefined {
  // Anthropic's `message_start` and OpenAI's `response.*` events wrap the reply
  const reply = [at(record, 'message'), at(record, 'response'), record].find(isObject);
  const usage = readGemini(at(reply, 'usageMetadata')) ?? readTokens(at(reply, 'usage') ?? at(record, 'usage'), before);
  if (usage === undefined) return undefined;
  const model = text(at(reply, 'model')) ?? text(at(reply, 'modelVersion'));
  return { model: model?.slice(0, LONGEST_MODEL_NAME) ?? null, usage };
}

/** Reads the tokens of a reply from its `usage` in either format; undefined if there are none. */
export function readTokens(usage: Json, before: Usage | null): Usage | undefined {
  if (!isObject(usage)) return undefined;
  if (number(usage['prompt_tokens']) !== undefined) return readChat(usage);
  if (usage['input_tokens_details'] !== undefined) return readResponses(usage);
  return readAnthropic(usage, before);
}

const readChat = (usage: Json): Usage => ({
  input_tokens: count(at(usage, 'prompt_tokens')),
  cached_input_tokens: count(at(usage, 'prompt_tokens_details', 'cached_tokens')),
  cache_write_input_tokens: 0,
  output_tokens: count(at(usage, 'completion_tokens')),
});

const readResponses = (usage: Json): Usage => ({
  input_tokens: count(at(usage, 'input_tokens')),
  cached_input_tokens: count(at(usage, 'input_tokens_details', 'cached_tokens')),
  cache_write_input_tokens: 0,
  output_tokens: count(at(usage, 'output_tokens')),
});

// the last event may report only the output: keep the input reported before
function readAnthropic(usage: Json, before: Usage | null): Usage | undefined {
  const output = number(at(usage, 'output_tokens'));
  if (output === undefined) return undefined;
  if (number(at(usage, 'input_tokens')) === undefined)
    return before === null ? undefined : { ...before, output_tokens: count(output) };
  const read = count(at(usage, 'cache_read_input_tokens'));
  const written = count(at(usage, 'cache_creation_input_tokens'));
  return {
    input_tokens: count(at(usage, 'input_tokens')) + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(output),
  };
}

function readGemini(usage: Json): Usage | undefined {
  if (number(at(usage, 'promptTokenCount')) === undefined) return undefined;
  return {
    input_tokens: count(at(usage, 'promptTokenCount')) + count(at(usage, 'toolUsePromptTokenCount')),
    cached_input_tokens: count(at(usage, 'cachedContentTokenCount')),
    cache_write_input_tokens: 0,
    output_tokens: count(at(usage, 'candidatesTokenCount')) + count(at(usage, 'thoughtsTokenCount')),
  };
}
