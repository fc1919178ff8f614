import type { Run } from '../../command.ts';
import { HOOK_AGENTS } from '../../hook/agents/index.ts';
import { answerHook } from '../../hook/answer-hook.ts';
import { HOOK_EVENTS, type HookAgent, type HookEvent } from '../../hook/hook-agent.ts';
import { readHookInput } from '../../hook/hook-input.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';

const LONGEST_INPUT = 32 * 1024 * 1024;

/** Answers an event. Never fails: an agent must not stop because Assay cannot check it. */
export const run: Run = async (args) => {
  try {
    if (args[0] === 'status-line') {
      const { drawStatusLine } = await import('../../hook/status-line.ts');
      await writeOut(`${escapeControls(await drawStatusLine(await readInput(), Date.now()))}\n`);
      return 0;
    }
    const { event, agent, beside } = readArguments(args);
    const json = await readInput();
    const answer = await answerHook({ event, agent, beside, input: readHookInput(json, agent), now_ms: Date.now() });
    if (answer !== null) await writeOut(`${JSON.stringify(answer)}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`assay hook: ${escapeControls(message.replaceAll(/\s+/g, ' '))}\n`);
  }
  return 0;
};

// the plugin calls its command and its server for the same event
const BESIDE = '--beside-mcp';

function readArguments(args: readonly string[]): { event: HookEvent; agent: HookAgent; beside: boolean } {
  const [word, option, name, ...others] = args.filter((arg) => arg !== BESIDE);
  const event = HOOK_EVENTS.find((known) => known === word);
  const agent =
    option === undefined ? HOOK_AGENTS[0] : HOOK_AGENTS.find(({ id }) => option === '--agent' && id === name);
  if (event === undefined || agent === undefined || others.length > 0)
    throw new Error(
      `expected one of ${HOOK_EVENTS.join(', ')}, then --agent ${HOOK_AGENTS.map(({ id }) => id).join('|')}; found ${args.join(' ')}`,
    );
  return { event, agent, beside: args.includes(BESIDE) };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > LONGEST_INPUT) throw new Error(`the input has more than ${LONGEST_INPUT} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
