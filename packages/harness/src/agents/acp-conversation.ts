import { AssayError, type McpServer } from '@assay/schema';
import { at, type Json, list, text } from '@assay/schema/json';
import type { AgentLines, AgentRequest } from '../contracts/agent.ts';
import { type AcpPeer, AcpRefusal, AcpSilence, openPeer } from './acp-peer.ts';

const PROTOCOL_VERSION = 1;

/**
 * One turn: says hello, opens a session, prompts, and permits what is asked until the answer comes. An error or a
 * silence of the agent ends it quietly, because the log tells; what was asked of the agent and cannot be had from it
 * is thrown.
 */
export async function converseAcp(io: AgentLines, request: AgentRequest): Promise<void> {
  const peer = openPeer(io, answerAgent);
  try {
    await runAgentTurn(peer, request);
  } catch (error) {
    if (!(error instanceof AcpRefusal || error instanceof AcpSilence)) throw error;
  }
}

async function runAgentTurn(peer: AcpPeer, request: AgentRequest): Promise<void> {
  const hello = await peer.call('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    // the agent works in the sandbox by itself: nothing is read, written or run for it from outside
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'assay', version: '1' },
  });
  const version = at(hello, 'protocolVersion');
  if (version !== PROTOCOL_VERSION)
    throw refuse(`Expected version ${PROTOCOL_VERSION} of the Agent Client Protocol, found ${JSON.stringify(version)}`);
  const mcpServers = describeServers(request.mcp_servers, at(hello, 'agentCapabilities'));
  const session = await openSession(peer, { cwd: request.workspace, mcpServers });
  if (request.spec.model !== undefined) await chooseModel(peer, { ...session, model: request.spec.model });
  const prompt = [{ type: 'text', text: request.instruction }];
  await peer.call('session/prompt', { sessionId: session.id, prompt });
}

interface Session {
  readonly id: string;
  /** What the agent said of it: the models it has, for one. */
  readonly facts: Json;
}

async function openSession(peer: AcpPeer, place: { cwd: string; mcpServers: readonly Json[] }): Promise<Session> {
  const facts = await peer.call('session/new', place);
  const id = text(at(facts, 'sessionId'));
  if (id === undefined) throw new AcpRefusal('session/new was answered without a session');
  return { id, facts };
}

async function chooseModel(peer: AcpPeer, { id, facts, model }: Session & { model: string }): Promise<void> {
  const option = list(at(facts, 'configOptions')).find((each) => at(each, 'category') === 'model');
  // options can come in groups
  const values = list(at(option, 'options')).flatMap((each) => [each, ...list(at(each, 'options'))]);
  const known = {
    options: values.flatMap((each) => text(at(each, 'value')) ?? []),
    models: list(at(facts, 'models', 'availableModels')).flatMap((each) => text(at(each, 'modelId')) ?? []),
  };
  if (known.options.includes(model))
    await peer.call('session/set_config_option', { sessionId: id, configId: at(option, 'id'), value: model });
  else if (known.models.includes(model)) await peer.call('session/set_model', { sessionId: id, modelId: model });
  else {
    const offered = [...new Set([...known.options, ...known.models])].join(', ') || 'no choice';
    throw refuse(
      `Expected the agent to offer the model ${model}, found ${offered}; choose one of them, or leave it out`,
    );
  }
}

function describeServers(servers: Readonly<Record<string, McpServer>>, capabilities: Json): Json[] {
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => ({ name, value }));
  return Object.entries(servers).map(([name, server]) => {
    if (!('url' in server)) return { name, command: server.command, args: server.args, env: pairs(server.env) };
    if (at(capabilities, 'mcpCapabilities', 'http') !== true)
      throw refuse(`Expected the agent to reach MCP servers by address, found that it cannot; leave ${name} out`);
    return { type: 'http', name, url: server.url, headers: pairs(server.headers) };
  });
}

const refuse = (message: string): AssayError => new AssayError('agent_unavailable', message);

const answerAgent = (method: string, params: Json): Json | undefined =>
  method === 'session/request_permission' ? { outcome: permit(list(at(params, 'options'))) } : undefined;

// once before always: an agent that asks each time shows each use
function permit(options: readonly Json[]): Json {
  const kinds = ['allow_once', 'allow_always'];
  const chosen = kinds.flatMap((kind) => options.find((option) => at(option, 'kind') === kind) ?? [])[0];
  const optionId = at(chosen, 'optionId');
  return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
}
