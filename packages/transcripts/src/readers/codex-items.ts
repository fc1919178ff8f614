import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';

/**
 * The role of a message. Codex also writes to the model as the user: newer versions mark that, older ones are
 * recognized by their tags.
 */
export function authorOf(message: Json): 'assistant' | 'user' | 'system' {
  const role = at(message, 'role');
  if (role === 'assistant') return 'assistant';
  const source = text(
    at(message, 'internal_chat_message_metadata_passthrough', 'content_item_metadata', 0, 'provenance', 'type'),
  );
  const injected = /^<(environment_context|user_instructions|turn_aborted)>/.test(flatten(at(message, 'content')));
  return role === 'user' && (source === undefined ? !injected : source === 'user') ? 'user' : 'system';
}

/** The id shared by a call and its result. */
export const idOf = (item: Json): string | null => text(at(item, 'call_id')) ?? text(at(item, 'id')) ?? null;

/** The tool of a call; without a name, its type, such as local_shell, tool_search or web_search. */
export function toolOf(item: Json): string {
  const name = text(at(item, 'name'));
  if (name === undefined) return (text(at(item, 'type')) ?? 'unknown').replace(/_call$/, '');
  const namespace = text(at(item, 'namespace')) ?? '';
  return namespace.startsWith('mcp__') ? `${namespace.replace(/_+$/, '')}__${name}` : name;
}

/** The input of a tool; JSON arguments are parsed. */
export function inputOf(item: Json): Json {
  const written = at(item, 'arguments') ?? at(item, 'input') ?? at(item, 'action');
  return at(item, 'type') === 'function_call' ? (parse(written) ?? written) : written;
}

const REFUSAL =
  /^(failed to parse function arguments|apply_patch verification failed|(\w+ )?failed for `|execution error|unsupported (custom tool )?call|(Wall time: [^\n]*\n)?aborted by user|(exec command|patch) rejected)/;

/** Whether Codex answered instead of the tool, which did not run; no field marks it. */
export const isRefusal = (output: string): boolean => REFUSAL.test(output);

/** Whether a call reports a failure. */
export function hasFailed(call: Json): boolean {
  const status = at(call, 'status');
  const result = at(call, 'result');
  return (
    status === 'failed' ||
    status === 'declined' ||
    at(call, 'success') === false ||
    at(result, 'Err') !== undefined ||
    at(result, 'Ok', 'isError') === true
  );
}

/**
 * The exit code that Codex writes before the output of a command, in one of three forms. The output itself is ignored,
 * because a command may print the same; only a patch given to a shell has a second heading after that of the shell.
 */
export function exitCodeIn(output: string): number | undefined {
  const heading =
    /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code (-?\d{1,10})\b/.exec(output) ??
    /^(?:Wall time: [^\n]*\nOutput:\n)?Exit code: (-?\d{1,10})\nWall time: /.exec(output);
  if (heading) return Number(heading[1]);
  return output.startsWith('{') ? integer(at(parse(output), 'metadata', 'exit_code')) : undefined;
}

/** Tokens as Codex counts them: input includes cached tokens, output includes reasoning. */
export function readUsage(usage: Json): Usage | undefined {
  if (number(at(usage, 'input_tokens')) === undefined) return undefined;
  return {
    input_tokens: count(at(usage, 'input_tokens')),
    cached_input_tokens: count(at(usage, 'cached_input_tokens')),
    cache_write_input_tokens: count(at(usage, 'cache_write_input_tokens')),
    output_tokens: count(at(usage, 'output_tokens')),
  };
}

/** The HTTP status in a Codex error message, for an entry. */
export function httpStatusIn(message: string): { status?: number } {
  const status = /\bstatus:? ([1-5]\d\d)\b/.exec(message)?.[1];
  return status === undefined ? {} : { status: Number(status) };
}

/** Limit or failure, by the wording of Codex if there is no error kind. */
export const statusOfFailure = (message: string): 'limit' | 'failed' =>
  /hit your usage limit|quota exceeded|model.s context window/i.test(message) ? 'limit' : 'failed';

/** Content as text: a string, a list of parts, or an object with either. */
export function flatten(content: Json): string {
  const inner = isObject(content) ? content['content'] : content;
  return text(inner) ?? list(inner).map(partText).join('\n');
}

const partText = (part: Json): string => text(at(part, 'text')) ?? `[${text(at(part, 'type')) ?? 'content'}]`;

/** A whole number, or undefined. */
export const integer = (value: Json): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;

function parse(json: Json): Json {
  if (typeof json !== 'string') return undefined;
  try {
    return JSON.parse(json);
  } catch {
    // a model may write anything; the caller keeps the text
    return undefined;
  }
}
