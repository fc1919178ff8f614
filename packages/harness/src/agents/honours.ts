import type { AgentSpec } from '@assay/schema';
import type { Agent, AgentSetting } from '../contracts/agent.ts';

/** What is asked of an agent that it would have to ignore, and what it cannot work with, in sentences. */
export function refuseUnhonoured(agent: Agent, spec: AgentSpec): string[] {
  const ignored = SETTINGS.filter((setting) => isAsked(spec, setting) && !agent.honours.includes(setting)).map(
    (setting) =>
      `${setting}: expected nothing, because ${agent.type} does not honour it, found ${describe(spec, setting)}; ` +
      (agent.honours.length === 0 ? 'it honours no settings' : `it honours ${agent.honours.join(', ')}`),
  );
  return [...ignored, ...(agent.findMistakes?.(spec) ?? [])];
}

const SETTINGS: readonly AgentSetting[] = [
  'model',
  'flags',
  'mcp_servers',
  'skills',
  'command',
  'prompt',
  'agent',
  'env',
  'run',
  'cheat',
];

const isAsked = (spec: AgentSpec, setting: AgentSetting): boolean => {
  const value = spec[setting];
  return typeof value === 'object' ? Object.keys(value).length > 0 : value !== undefined;
};

// servers can hold keys in their environment: their names are enough
const describe = (spec: AgentSpec, setting: AgentSetting): string =>
  setting === 'mcp_servers' ? Object.keys(spec.mcp_servers).join(', ') : [spec[setting]].flat().join(' ');
