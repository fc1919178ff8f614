import type { ScriptedTool } from '../../test/scripted-model/scripts.ts';

/** An agent to record, with the tool calls its model makes. */
export interface RecordedAgent {
  /** The folder of its recordings. */
  readonly id: string;
  readonly title: string;
  /** As in the configuration file. */
  readonly spec: { readonly type: string; readonly model: string; readonly agent?: string };
  readonly url_env: string;
  readonly key_env: string;
  shell(command: string): ScriptedTool;
  /** Reads `calc.js`, with the agent's own read tool if it has one. */
  readonly look: ScriptedTool;
  /** Changes `a - b` in `calc.js` to `a + b` with the agent's own edit tool. */
  readonly edit: ScriptedTool;
  /** Flags that deny the agent the command `touch`. */
  readonly denial?: readonly string[];
  /** The names of the cases to record. */
  readonly cases: readonly string[];
}

const COMMON = ['edit', 'error', 'http-401', 'killed'];

const CHANGE = { old_string: 'a - b', new_string: 'a + b' };

const PATCH = `apply_patch <<'EOF'
*** Begin Patch
*** Update File: calc.js
@@
-exports.add = (a, b) => a - b;
+exports.add = (a, b) => a + b;
*** End Patch
EOF`;

const gemini = {
  title: 'Gemini CLI',
  url_env: 'GOOGLE_GEMINI_BASE_URL',
  key_env: 'GEMINI_API_KEY',
  shell: (command: string) => ({ name: 'run_shell_command', input: { command, description: 'as scripted' } }),
  look: { name: 'read_file', input: { file_path: 'calc.js' } },
  edit: { name: 'replace', input: { file_path: 'calc.js', instruction: 'add', ...CHANGE } },
};

export const RECORDED_AGENTS: readonly RecordedAgent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    spec: { type: 'claude-code', model: 'claude-sonnet-4-5' },
    url_env: 'ANTHROPIC_BASE_URL',
    key_env: 'ANTHROPIC_API_KEY',
    shell: (command) => ({ name: 'Bash', input: { command, description: 'as scripted' } }),
    look: { name: 'Read', input: { file_path: '/workspace/calc.js' } },
    edit: { name: 'Edit', input: { file_path: '/workspace/calc.js', ...CHANGE } },
    denial: ['--disallowedTools', 'Bash(touch:*)'],
    cases: [...COMMON, 'denied', 'http-500', 'limit', 'resume', 'subagent'],
  },
  {
    id: 'codex',
    title: 'Codex',
    spec: { type: 'codex', model: 'gpt-5' },
    url_env: 'OPENAI_BASE_URL',
    key_env: 'OPENAI_API_KEY',
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    look: { name: 'exec_command', input: { cmd: 'cat calc.js' } },
    edit: { name: 'exec_command', input: { cmd: PATCH } },
    cases: [...COMMON, 'http-500', 'resume'],
  },
  {
    id: 'gemini',
    spec: { type: 'gemini', model: 'gemini-2.5-pro' },
    ...gemini,
    cases: [...COMMON, 'http-500', 'resume'],
  },
  {
    id: 'acp-gemini',
    spec: { type: 'acp', agent: 'gemini', model: 'gemini-2.5-pro' },
    ...gemini,
    title: 'Gemini CLI over the Agent Client Protocol',
    // it retries a failing service for minutes, and cannot resume a session
    cases: COMMON,
  },
];
