import type { Usage } from '@assay/schema';
import { at, count, type Json, number } from '@assay/schema/json';

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
