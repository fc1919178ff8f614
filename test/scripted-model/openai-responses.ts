import { askedIn, contentText, get, list, type Protocol, type Reply, type ServerEvent } from './protocol.ts';
import { type ConversationItem, readConversation } from './scripts.ts';

type Item = { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;

/** OpenAI Responses. */
export const openaiResponses: Protocol = {
  id: 'openai-responses',
  speaks: (path) => path.endsWith('/responses'),
  ask: (_path, body) => {
    const input = get(body, 'input');
    const said: readonly ConversationItem[] =
      typeof input === 'string' ? [{ from: 'user', text: input }] : list(input).map(readItem);
    return {
      ...askedIn(body),
      ...readConversation(said),
    };
  },
  document: (reply) => response(reply, 'completed'),
  events,
  error: (status, message) => ({ error: { type: 'scripted_error', code: String(status), message, param: null } }),
  aside: () => undefined,
};

const OF_THE_MODEL = ['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call'];

function readItem(item: unknown): ConversationItem {
  const role = get(item, 'role');
  const isReply = role === 'assistant' || OF_THE_MODEL.includes(String(get(item, 'type')));
  return { from: isReply ? 'model' : role === 'user' ? 'user' : 'neither', text: contentText(get(item, 'content')) };
}

const response = (reply: Reply, status: 'in_progress' | 'completed') => ({
  id: `resp_${reply.number}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  status,
  model: reply.model,
  output: status === 'completed' ? items(reply) : [],
  usage: status === 'completed' ? usage(reply) : null,
});

const usage = ({ usage, turn }: Reply) => ({
  input_tokens: usage.input_tokens,
  input_tokens_details: { cached_tokens: usage.cached_input_tokens },
  output_tokens: usage.output_tokens,
  output_tokens_details: { reasoning_tokens: turn.thinking === undefined ? 0 : Math.min(7, usage.output_tokens) },
  total_tokens: usage.input_tokens + usage.output_tokens,
});

function items({ number, turn }: Reply): readonly Item[] {
  const reasoning = { summary: [{ type: 'summary_text', text: turn.thinking }], encrypted_content: 'c2VhbGVk' };
  const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
  const calls = (turn.tools ?? []).map(({ name, input }, index): Item => {
    const call = { call_id: `call_${number}_${index}`, name, status: 'completed' };
    return typeof input === 'string'
      ? { type: 'custom_tool_call', id: `ctc_${number}_${index}`, ...call, input }
      : { type: 'function_call', id: `fc_${number}_${index}`, ...call, arguments: JSON.stringify(input) };
  });
  return [
    ...(turn.thinking === undefined ? [] : [{ type: 'reasoning', id: `rs_${number}`, ...reasoning }]),
    ...(turn.text === undefined
      ? []
      : [{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content }]),
    ...calls,
  ];
}

function events(reply: Reply): readonly ServerEvent[] {
  const all = [
    { type: 'response.created', response: response(reply, 'in_progress') },
    ...items(reply).flatMap((item, index) => itemEvents(item, { index, reply })),
    { type: 'response.completed', response: response(reply, 'completed') },
  ];
  return all.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } }));
}

function itemEvents(item: Item, { index, reply }: { index: number; reply: Reply }) {
  const place = { item_id: item.id, output_index: index };
  const { thinking, text } = reply.turn;
  const added = item.type === 'message' ? { ...item, status: 'in_progress', content: [] } : item;
  return [
    { type: 'response.output_item.added', output_index: index, item: added },
    ...(item.type === 'message'
      ? [{ type: 'response.output_text.delta', ...place, content_index: 0, delta: text }]
      : []),
    ...(item.type === 'reasoning'
      ? [{ type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta: thinking }]
      : []),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}
