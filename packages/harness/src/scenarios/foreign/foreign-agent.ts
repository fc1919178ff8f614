import { AgentSpec } from '@assay/schema';
import type { Loading } from '../loading.ts';

const NATIVE = ['claude-code', 'codex', 'gemini'];

// other tools' names for agents of the ACP table
const NAMES: ReadonlyMap<string, string> = new Map([
  ['claude-sdk', 'claude-acp'],
  ['codex-sdk', 'codex-acp'],
  ['copilot', 'github-copilot-cli'],
  ['cursor-agent', 'cursor'],
  ['kiro-cli', 'kiro'],
]);

/** Converts another tool's agent name: to one of our types, or through the Agent Client Protocol. */
export function convertAgent(name: string, { agentTypes = NATIVE }: Pick<Loading, 'agentTypes'>): AgentSpec {
  if (agentTypes.includes(name)) return AgentSpec.parse({ id: name, type: name });
  return AgentSpec.parse({ id: name, type: 'acp', agent: NAMES.get(name) ?? name });
}
