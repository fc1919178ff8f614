// a small ACP agent: `node acp-agent.ts [variations …]`
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: { outcome: { outcome: string; optionId?: string } };
  readonly error?: { code: number };
}

const ways = new Set(process.argv.slice(2));
const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (content: object) => send({ method: 'session/update', params: { sessionId: 's1', update: content } });
const say = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const facts = {
  ...(ways.has('models') ? { models: { availableModels: [{ modelId: 'small', name: 'Small' }] } } : {}),
  ...(ways.has('options')
    ? {
        configOptions: [
          { id: 'm', category: 'model', options: [{ group: 'g', options: [{ value: 'large', name: 'Large' }] }] },
        ],
      }
    : {}),
};
const sessions = 'acp-agent.sessions';
let prompt: number | undefined;

const answers: Record<string, (id: number, params: Record<string, unknown>) => void> = {
  initialize: (id) =>
    send({
      id,
      result: {
        protocolVersion: ways.has('future') ? 7 : 1,
        agentInfo: { name: 'acp-agent', version: '1.2.3' },
        agentCapabilities: {
          loadSession: ways.has('load'),
          ...(ways.has('resume') ? { sessionCapabilities: { resume: {} } } : {}),
          mcpCapabilities: { http: ways.has('http') },
        },
      },
    }),
  'session/new': (id, params) => {
    if (ways.has('closed')) return send({ id, error: { code: -32000, message: 'Authentication required' } });
    if (ways.has('nameless')) return send({ id, result: {} });
    writeFileSync('servers.json', JSON.stringify(params['mcpServers']));
    send({ id, result: { sessionId: 's1', ...facts } });
  },
  'session/set_model': (id, params) => {
    writeFileSync('model', String(params['modelId']));
    send({ id, result: {} });
  },
  'session/set_config_option': (id, params) => {
    writeFileSync('model', `${params['configId']}=${params['value']}`);
    send({ id, result: { configOptions: [] } });
  },
  'session/prompt': (id, params) => {
    if (ways.has('die')) process.exit(3);
    if (ways.has('refuse')) return send({ id, error: { code: -32603, message: 'the model is away' } });
    const [{ text }] = params['prompt'] as [{ text: string }];
    say(`${existsSync(sessions) ? 'again' : 'first'}: ${text}`);
    appendFileSync(sessions, `${text}\n`);
    prompt = id;
    if (ways.has('noise')) {
      process.stdout.write('warming up\n{"half": \n\n[1]\n"jsonrpc"\n{"jsonrpc":"2.0","id":99,"result":{}}\n');
      send({ id: 'x', result: {} });
      return send({ id: 70, method: 'fs/read_text_file', params: { path: '/etc/passwd' } });
    }
    // the tool first appears in the permission request
    const kinds = ways.has('only-reject') ? ['reject_once'] : ['reject_once', 'allow_always', 'allow_once'];
    send({
      id: 0,
      method: 'session/request_permission',
      params: {
        sessionId: 's1',
        toolCall: { toolCallId: 't1', title: 'write done.txt', kind: 'edit' },
        options: kinds.map((kind) => ({ optionId: `id-${kind}`, name: kind, kind })),
      },
    });
  },
};

const finish = (status: 'completed' | 'failed') => {
  update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status });
  send({ id: prompt, result: { stopReason: 'end_turn' } });
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line) as Message;
  if (method !== undefined && id !== undefined) answers[method]?.(id, params ?? {});
  else if (id === 70) {
    writeFileSync('done.txt', `error ${error?.code}`);
    send({ id: prompt, result: { stopReason: 'end_turn' } });
  } else if (result?.outcome.outcome === 'selected') {
    writeFileSync('done.txt', String(result.outcome.optionId));
    finish('completed');
  } else if (result !== undefined) finish('failed');
});
