import type { AgentSpec } from '@assay/schema';
import type { Agent, AgentSetting } from '../contracts/agent.ts';

/** Settings that this agent would ignore or cannot work with, one sentence each. */
export function listUnsupportedSettings(agent: Agent, spec: AgentSpec): string[] {
  const ignored = SETTINGS.filter((setting) => isAsked(spec, setting) && !agent.honors.includes(setting)).map(
    (setting) =>
      `${setting}: ${agent.type} does not support it (found ${describe(spec, setting)}); ` +
      (agent.honors.length === 0 ? 'it supports no settings' : `it supports ${agent.honors.join(', ')}`),
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
  'manner',
];

const isAsked = (spec: AgentSpec, setting: AgentSetting): boolean => {
  const value = spec[setting];
  return typeof value === 'object' ? Object.keys(value).length > 0 : value !== undefined;
};

// only names: the environment of a server may hold keys
const describe = (spec: AgentSpec, setting: AgentSetting): string =>
  setting === 'mcp_servers' ? Object.keys(spec.mcp_servers).join(', ') : [spec[setting]].flat().join(' ');
