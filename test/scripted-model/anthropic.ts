import { askedIn, contentText, get, list, type Protocol, type Reply, type ServerEvent } from './protocol.ts';
import { type ConversationItem, readConversation } from './scripts.ts';

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Anthropic Messages. */
export const anthropic: Protocol = {
  id: 'anthropic',
  speaks: (path) => path.endsWith('/messages'),
  ask: (_path, body) => ({
    ...askedIn(body),
    ...readConversation(list(get(body, 'messages')).map(readMessage)),
  }),
  document: (reply) => ({
    ...head(reply),
    content: blocks(reply),
    stop_reason: stopReason(reply),
    usage: usage(reply),
  }),
  events,
  error: (status, message) => ({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }),
  aside: (path) => (path.endsWith('/count_tokens') ? { input_tokens: 100 } : undefined),
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function readMessage(message: unknown): ConversationItem {
  const content = get(message, 'content');
  const role = get(message, 'role');
  const hasResults = list(content).some((block) => get(block, 'type') === 'tool_result');
  const from = role === 'assistant' ? 'model' : role === 'user' && !hasResults ? 'user' : 'neither';
  return { from, text: contentText(content) };
}

const head = ({ number, model }: Reply) => ({
  id: `msg_${number}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
});

const STOPS = { cut_off: 'max_tokens', refused: 'refusal' } as const;

function stopReason({ turn }: Reply): string {
  if (turn.stop !== undefined) return STOPS[turn.stop];
  return turn.tools?.length ? 'tool_use' : 'end_turn';
}

// reports three separate kinds of input tokens
const usage = ({ usage }: Reply) => ({
  input_tokens: usage.input_tokens - usage.cached_input_tokens - usage.cache_write_input_tokens,
  cache_read_input_tokens: usage.cached_input_tokens,
  cache_creation_input_tokens: usage.cache_write_input_tokens,
  output_tokens: usage.output_tokens,
});

function blocks({ number, turn }: Reply): readonly Block[] {
  const tools = (turn.tools ?? []).map(({ name, input }, index) => ({
    type: 'tool_use',
    id: `toolu_${number}_${index}`,
    name,
    input,
  }));
  return [
    ...(turn.thinking === undefined ? [] : [{ type: 'thinking', thinking: turn.thinking, signature: 'c2lnbmVk' }]),
    ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
    ...tools,
  ];
}

function events(reply: Reply): readonly ServerEvent[] {
  const message = { ...head(reply), content: [], stop_reason: null, usage: { ...usage(reply), output_tokens: 1 } };
  return [
    { type: 'message_start', message },
    ...blocks(reply).flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: usage(reply) },
    { type: 'message_stop' },
  ].map((data) => ({ event: data.type, data }));
}

function blockEvents(block: Block, index: number): readonly Block[] {
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...EMPTY[block.type] } },
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

const EMPTY: Readonly<Record<string, object>> = {
  thinking: { thinking: '', signature: '' },
  text: { text: '' },
  tool_use: { input: {} },
};

function deltas(block: Block): readonly Block[] {
  if (block.type === 'text') return [{ type: 'text_delta', text: block['text'] }];
  if (block.type === 'tool_use') return [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }];
  return [
    { type: 'thinking_delta', thinking: block['thinking'] },
    { type: 'signature_delta', signature: block['signature'] },
  ];
}
