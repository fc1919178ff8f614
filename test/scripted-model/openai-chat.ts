import { askedIn, contentText, get, list, type Protocol, type Reply } from './protocol.ts';
import { type ConversationItem, readConversation } from './scripts.ts';

/** OpenAI Chat Completions. */
export const openaiChat: Protocol = {
  id: 'openai-chat',
  speaks: (path) => path.endsWith('/chat/completions'),
  ask: (_path, body) => ({
    ...askedIn(body),
    ...readConversation(list(get(body, 'messages')).map(readMessage)),
  }),
  document: (reply) => ({
    ...head(reply),
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...spoken(reply) }, finish_reason: finishReason(reply) }],
    usage: usage(reply),
  }),
  events: (reply) => {
    const chunk = (choices: readonly unknown[], rest: object = {}) => ({
      data: { ...head(reply), object: 'chat.completion.chunk', choices, ...rest },
    });
    const { tool_calls, ...words } = spoken(reply);
    return [
      chunk([{ index: 0, delta: { role: 'assistant', ...words }, finish_reason: null }]),
      ...(tool_calls ?? []).map((call, index) =>
        chunk([{ index: 0, delta: { tool_calls: [{ index, ...call }] }, finish_reason: null }]),
      ),
      chunk([{ index: 0, delta: {}, finish_reason: finishReason(reply) }]),
      chunk([], { usage: usage(reply) }),
      { data: '[DONE]' },
    ];
  },
  error: (status, message) => ({ error: { type: 'scripted_error', code: String(status), message, param: null } }),
  aside: () => undefined,
};

function readMessage(message: unknown): ConversationItem {
  const role = get(message, 'role');
  return {
    from: role === 'assistant' ? 'model' : role === 'user' ? 'user' : 'neither',
    text: contentText(get(message, 'content')),
  };
}

const head = ({ number, model }: Reply) => ({
  id: `chatcmpl-${number}`,
  created: Math.floor(Date.now() / 1000),
  model,
});

function spoken({ number, turn }: Reply) {
  const tool_calls = turn.tools?.map(({ name, input }, index) => ({
    id: `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  return {
    ...(turn.stop === 'refused' ? { content: null, refusal: turn.text ?? '' } : { content: turn.text ?? null }),
    ...(turn.thinking === undefined ? {} : { reasoning_content: turn.thinking }),
    ...(tool_calls === undefined ? {} : { tool_calls }),
  };
}

function finishReason({ turn }: Reply): string {
  if (turn.stop === 'cut_off') return 'length';
  return turn.tools?.length ? 'tool_calls' : 'stop';
}

const usage = ({ usage }: Reply) => ({
  prompt_tokens: usage.input_tokens,
  prompt_tokens_details: { cached_tokens: usage.cached_input_tokens },
  completion_tokens: usage.output_tokens,
  total_tokens: usage.input_tokens + usage.output_tokens,
});
