import { type Json, text } from '@assay/schema/json';
import type { Span } from './otlp-spans.ts';

/**
 * Claude Code's spans have their content in separate attributes and events instead of those of the GenAI
 * conventions. Adds the conventional ones, so that one reader reads both.
 */
export function adaptClaudeSpan(span: Span): Span {
  const { name } = span;
  if (!name.startsWith('claude_code.')) return span;
  const get = (key: string) => span.attributes.get(key);
  const added = new Map<string, Json>();
  const add = (key: string, value: Json) => {
    if (value !== undefined && !span.attributes.has(key)) added.set(key, value);
  };
  if (name === 'claude_code.llm_request') {
    const [input, read, written] = [get('input_tokens'), get('cache_read_tokens'), get('cache_creation_tokens')];
    // the conventions include cached tokens in the input
    add('gen_ai.usage.input_tokens', typeof input === 'number' ? input + whole(read) + whole(written) : undefined);
    add('gen_ai.usage.output_tokens', get('output_tokens'));
    add('gen_ai.usage.cache_read.input_tokens', read);
    add('gen_ai.usage.cache_creation.input_tokens', written);
  }
  if (name === 'claude_code.interaction') {
    const prompt = text(get('user_prompt'));
    if (prompt !== undefined && !/^<REDACTED/.test(prompt))
      add('gen_ai.input.messages', [{ role: 'user', parts: [{ type: 'text', content: prompt }] }]);
    add('gen_ai.agent.name', 'claude-code');
  }
  if (name === 'claude_code.tool') {
    add('gen_ai.tool.call.arguments', text(get('tool_input')) ?? inputOf(span.attributes));
    add('gen_ai.tool.call.result', outputOf(span));
  }
  return { ...span, attributes: new Map([...span.attributes, ...added]) };
}

const whole = (value: Json): number => (typeof value === 'number' ? value : 0);

function inputOf(attributes: Span['attributes']): Json {
  const fields = { command: 'full_command', file_path: 'file_path', pattern: 'pattern', url: 'url' };
  const found = Object.entries(fields).flatMap(([field, key]) => {
    const value = text(attributes.get(key));
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(found);
}

function outputOf({ events }: Span): string | undefined {
  const output = events.findLast(({ name }) => name === 'tool.output')?.attributes;
  return ['output', 'content', 'diff', 'result', 'error'].map((key) => text(output?.get(key))).find((said) => said);
}
