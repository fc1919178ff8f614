import { AssayError, type McpServer } from '@assay/schema';
import { at, type Json, list, text } from '@assay/schema/json';
import type { AgentLines, AgentRequest } from '../contracts/agent.ts';
import { AcpErrorResponse, AcpNoResponse, type AcpPeer, openPeer } from './acp-peer.ts';

const PROTOCOL_VERSION = 1;

/**
 * Runs one turn: initializes, opens a session, prompts, and permits requests until the answer arrives. If the
 * agent answers with an error or stops, the turn ends without throwing, because the log shows it. A request
 * that the agent cannot fulfill throws.
 */
export async function converseAcp(io: AgentLines, request: AgentRequest): Promise<void> {
  const peer = openPeer(io, answerAgent);
  try {
    await runAgentTurn(peer, request);
  } catch (error) {
    if (!(error instanceof AcpErrorResponse || error instanceof AcpNoResponse)) throw error;
  }
}

async function runAgentTurn(peer: AcpPeer, request: AgentRequest): Promise<void> {
  const hello = await peer.call('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    // the agent works inside the sandbox: the client reads, writes and runs nothing for it
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
  /** What the agent returned for the session, such as its models. */
  readonly facts: Json;
}

async function openSession(peer: AcpPeer, place: { cwd: string; mcpServers: readonly Json[] }): Promise<Session> {
  const facts = await peer.call('session/new', place);
  const id = text(at(facts, 'sessionId'));
  if (id === undefined) throw new AcpErrorResponse('session/new returned no session ID');
  return { id, facts };
}

async function chooseModel(peer: AcpPeer, { id, facts, model }: Session & { model: string }): Promise<void> {
  const option = list(at(facts, 'configOptions')).find((each) => at(each, 'category') === 'model');
  // options may be nested in groups
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
      `Expected the agent to offer the model ${model}, found ${offered}; choose one of these, or omit the model`,
    );
  }
}

function describeServers(servers: Readonly<Record<string, McpServer>>, capabilities: Json): Json[] {
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => ({ name, value }));
  return Object.entries(servers).map(([name, server]) => {
    if (!('url' in server)) return { name, command: server.command, args: server.args, env: pairs(server.env) };
    if (at(capabilities, 'mcpCapabilities', 'http') !== true)
      throw refuse(`This agent does not support MCP servers over HTTP; remove ${name}`);
    return { type: 'http', name, url: server.url, headers: pairs(server.headers) };
  });
}

const refuse = (message: string): AssayError => new AssayError('agent_unavailable', message);

const answerAgent = (method: string, params: Json): Json | undefined =>
  method === 'session/request_permission' ? { outcome: permit(list(at(params, 'options'))) } : undefined;

// prefer "once" to "always", so that the log shows every use
function permit(options: readonly Json[]): Json {
  const kinds = ['allow_once', 'allow_always'];
  const chosen = kinds.flatMap((kind) => options.find((option) => at(option, 'kind') === kind) ?? [])[0];
  const optionId = at(chosen, 'optionId');
  return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
}
