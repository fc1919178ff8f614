import { AgentSpec, AssayError, parse } from '@assay/schema';
import { listUnsupportedSettings } from '../../agents/honors.ts';
import { AGENTS, findAgent } from '../../agents/index.ts';
import type { Agent } from '../../contracts/agent.ts';

export interface ChosenAgent {
  readonly agent: Agent;
  readonly spec: AgentSpec;
}

/** Finds agents by name: configured IDs first, then types, `acp:NAME`, `cheat:NAME` and `oracle:NAME`. */
export function chooseAgents(names: readonly string[], configured: readonly AgentSpec[]): ChosenAgent[] {
  const specs = names.length === 0 ? configured : [...new Set(names)].map((name) => specOf(name, configured));
  if (specs.length === 0)
    throw new AssayError(
      'usage',
      `expected an agent: use --agent (${typeNames()}) or list agents in the configuration`,
    );
  const chosen = specs.map((spec) => ({ spec, agent: findAgent(spec.type, spec) ?? refuse(spec.type, configured) }));
  const refused = chosen.flatMap(({ agent, spec }) =>
    listUnsupportedSettings(agent, spec).map((sentence) => `agent ${spec.id}: ${sentence}`),
  );
  if (refused.length > 0) throw new AssayError('invalid_config', refused.join('\n'));
  return chosen;
}

function specOf(name: string, configured: readonly AgentSpec[]): AgentSpec {
  const own = configured.find(({ id }) => id === name);
  if (own !== undefined) return own;
  const [type = '', part] = name.split(/:(.*)/s);
  const field = { acp: 'agent', cheat: 'cheat', oracle: 'manner' }[type];
  if (findAgent(type) === undefined || (part !== undefined && field === undefined)) refuse(name, configured);
  return parse(AgentSpec, { id: name, type, ...(part === undefined ? {} : { [field as string]: part }) });
}

function refuse(name: string, configured: readonly AgentSpec[]): never {
  const ids = configured.map(({ id }) => id);
  const own = ids.length === 0 ? '' : `, or configured: ${ids.join(', ')}`;
  throw new AssayError('usage', `unknown agent ${name}: expected one of ${typeNames()}${own}`);
}

const typeNames = (): string => AGENTS.map(({ type }) => type).join(', ');
