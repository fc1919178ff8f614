import { AssayError, findNearest } from '@assay/schema';
import type { HookAgent } from '../hook-agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** The supported agents; the first is the default. */
export const HOOK_AGENTS: readonly [HookAgent, ...HookAgent[]] = [claude, codex, gemini, opencode];

/** An agent by its id. */
export function findHookAgent(id: string): HookAgent {
  const agent = HOOK_AGENTS.find((one) => one.id === id);
  if (agent !== undefined) return agent;
  const known = HOOK_AGENTS.map((one) => one.id);
  const nearest = findNearest(id, known);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new AssayError('usage', `expected --agent to be one of ${known.join(', ')}, found ${id}${hint}`);
}
