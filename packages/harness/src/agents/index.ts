import type { Agent } from '../contracts/agent.ts';
import { acp, findAcp } from './acp.ts';
import { cheat } from './cheat.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import { gemini } from './gemini.ts';
import { nop } from './nop.ts';
import { oracle } from './oracle.ts';
import { replay } from './replay.ts';

/** Every agent by type. */
export const AGENTS: readonly Agent[] = [claudeCode, codex, gemini, acp, command, replay, oracle, nop, cheat];

/** The agent of a type. For `acp` with an agent name, the entry of the ACP table. */
export const findAgent = (type: string, { agent }: { agent?: string | undefined } = {}): Agent | undefined =>
  (type === acp.type && agent !== undefined ? findAcp(agent) : undefined) ??
  AGENTS.find((known) => known.type === type);
