import type { AgentSpec } from '@assay/schema';
import { type AgentRequest, defineAgent, type Launch, type ProcessAgent } from '../contracts/agent.ts';
import { ACP_AGENTS, type AcpAgent } from './acp-agents.ts';
import { converseAcp } from './acp-conversation.ts';

/**
 * Any agent that speaks the Agent Client Protocol: `agent` names one from the table, `command` starts any
 * other.
 */
export const acp = createAcp(undefined);

/** An agent from the table, with its install hint and, where known, its model service. */
export const findAcp = (id: string): ProcessAgent | undefined => {
  const known = ACP_AGENTS.find((each) => each.id === id);
  return known && createAcp(known);
};

function createAcp(known: AcpAgent | undefined): ProcessAgent {
  return defineAgent({
    kind: 'process',
    type: 'acp',
    title: known?.title ?? 'An agent that speaks the Agent Client Protocol',
    honors: ['model', 'flags', 'mcp_servers', 'command', 'agent', 'env'],
    findMistakes,
    program: (spec) => rowOf(spec)?.program ?? null,
    install: known?.install ?? 'whatever the command needs',
    version_args: ['--version'],
    service: known?.service ?? null,
    format: 'acp',
    // an agent may claim to load sessions and not do it: Gemini CLI 0.61 claims it and finds none
    resumes: false,
    totals: 'turn',
    sessions: [],
    skills_folder: null,
    files: known?.files ?? (() => ({})),
    launch: (request) => describeLaunch(request, known),
    converse: converseAcp,
  });
}

const rowOf = (spec: AgentSpec): AcpAgent | undefined => ACP_AGENTS.find(({ id }) => id === spec.agent);

function findMistakes(spec: AgentSpec): string[] {
  if (spec.agent === undefined && spec.command === undefined)
    return ['agent: expected the name of an ACP agent; set agent or command'];
  if (spec.agent === undefined) return [];
  if (spec.command !== undefined)
    return ['command: cannot be combined with agent, which has its own command; remove one'];
  if (rowOf(spec) !== undefined) return [];
  const known = ACP_AGENTS.map(({ id }) => id).join(', ');
  return [`agent: expected one of ${known}, found ${spec.agent}; to start another agent, use command`];
}

function describeLaunch({ spec, program, service_url, key }: AgentRequest, known: AcpAgent | undefined): Launch {
  const row = rowOf(spec);
  const { url_env, key_envs } = known?.service ?? { key_envs: [] };
  return {
    command:
      row === undefined
        ? ['bash', '-c', `${spec.command} "$@"`, 'bash', ...spec.flags]
        : [program, ...row.args, ...spec.flags],
    env: {
      ...row?.env,
      ...(service_url === null || url_env === undefined ? {} : { [url_env]: service_url }),
      ...(key === null || key_envs[0] === undefined ? {} : { [key_envs[0]]: key }),
    },
  };
}
