import { at, isObject, type Json, list, text } from '@assay/schema/json';
import { type Span, structured, wordsOf } from './otlp-spans.ts';

export interface Message {
  readonly role: string;
  readonly parts: readonly Json[];
}

export function inputOf({ attributes, events }: Span): Message[] {
  const instructions = list(structured(attributes.get('gen_ai.system_instructions')));
  return [
    ...(instructions.length > 0 ? [{ role: 'system', parts: instructions }] : []),
    ...list(structured(attributes.get('gen_ai.input.messages'))).map((message) => messageOf(message, 'user')),
    ...events.flatMap(({ name, attributes: event }) => {
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1];
      return role === undefined ? [] : [messageOf(bodyOf(event), role)];
    }),
  ];
}

export function outputOf({ attributes, events }: Span): Message[] {
  return [
    ...list(structured(attributes.get('gen_ai.output.messages'))).map((message) => messageOf(message, 'assistant')),
    ...events
      .filter(({ name }) => name === 'gen_ai.choice')
      .map(({ attributes: event }) => {
        const body = bodyOf(event);
        return messageOf(structured(at(body, 'message')) ?? body, 'assistant');
      }),
  ];
}

// the body of an event is in its attributes, as separate fields or as one
export const bodyOf = (attributes: Span['attributes']): Json =>
  structured(attributes.get('gen_ai.event.content')) ?? Object.fromEntries(attributes);

/** A message with its parts. Events before version 1.37 use the format of OpenAI's chat. */
function messageOf(message: Json, otherRole: string): Message {
  const role = text(at(message, 'role')) ?? otherRole;
  const parts = at(message, 'parts');
  if (Array.isArray(parts)) return { role, parts };
  const content = contentOf(typeof message === 'string' ? message : at(message, 'content'));
  if (role === 'tool')
    return { role, parts: [{ type: 'tool_call_response', id: at(message, 'id'), response: content }] };
  const words = Array.isArray(content)
    ? content.map((one) => text(at(one, 'text')) ?? wordsOf(one))
    : [wordsOf(content)];
  const calls = list(structured(at(message, 'tool_calls'))).map((call) => ({
    type: 'tool_call',
    id: at(call, 'id'),
    name: at(call, 'function', 'name'),
    arguments: at(call, 'function', 'arguments'),
  }));
  return {
    role,
    parts: [...words.filter((one) => one !== '').map((one) => ({ type: 'text', content: one })), ...calls],
  };
}

// text that happens to be JSON stays text
function contentOf(content: Json): Json {
  const parsed = structured(content);
  return Array.isArray(parsed) && parsed.every(isObject) ? parsed : content;
}
