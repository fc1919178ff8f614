import type { Usage } from '@assay/schema';
import { at, count, type Json, number } from '@assay/schema/json';

/** Tokens of a response. Agents differ in whether input includes cached tokens; the total shows which. */
export function readUsage(usage: Json): Usage | undefined {
  if (number(at(usage, 'inputTokens')) === undefined) return undefined;
  const [input, output] = [count(at(usage, 'inputTokens')), count(at(usage, 'outputTokens'))];
  const [read, written] = [count(at(usage, 'cachedReadTokens')), count(at(usage, 'cachedWriteTokens'))];
  const [total, thoughts] = [count(at(usage, 'totalTokens')), count(at(usage, 'thoughtTokens'))];
  const rest = total - input - output - read - written;
  const input_tokens = rest === 0 || rest === thoughts ? input + read + written : Math.max(input, read + written);
  const output_tokens = Math.max(output, total - input_tokens);
  return { input_tokens, cached_input_tokens: read, cache_write_input_tokens: written, output_tokens };
}

/** Gemini's extension, without cached tokens. */
export const readQuota = (tokens: Json): Usage | undefined =>
  readUsage({ inputTokens: at(tokens, 'input_tokens'), outputTokens: at(tokens, 'output_tokens') });
