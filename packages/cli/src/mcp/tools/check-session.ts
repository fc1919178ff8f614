import { escapeControls } from '../../terminal/output.ts';
import type { McpTool } from '../tool.ts';

/** Answers the `Stop` hook of Claude Code in a running server, which saves the start of a process. */
export const checkSession: McpTool = {
  name: 'check_session',
  title: 'Check a session before it ends',
  description:
    'For a Stop hook of type mcp_tool. Checks what the session changed and its last message; answers {} or {decision, reason}.',
  input: {
    session_id: { type: 'string', description: 'The session.', required: true },
    cwd: { type: 'string', description: 'The folder the agent works in.', required: true },
    transcript_path: { type: 'string', description: 'The transcript of the session.' },
    last_assistant_message: { type: 'string', description: 'The message the agent wants to end with.' },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(input) {
    // loaded on demand: most sessions have no such hook
    const { answerHook } = await import('../../hook/answer-hook.ts');
    const { claude } = await import('../../hook/agents/claude.ts');
    const { readHookInput } = await import('../../hook/hook-input.ts');
    const read = readHookInput(JSON.stringify(input), claude);
    const call = { agent: claude, event: 'stop' as const, input: read, beside: true };
    try {
      return (await answerHook({ ...call, now_ms: Date.now() })) ?? {};
    } catch (error) {
      // an agent must not stop because Assay cannot check it
      process.stderr.write(`assay: ${escapeControls(String(error))}\n`);
      return {};
    }
  },
};
