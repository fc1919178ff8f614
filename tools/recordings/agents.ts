import type { ScriptedTool } from '../../test/scripted-model/scripts.ts';

/** An agent that is recorded, and how its model speaks of its tools. */
export interface RecordedAgent {
  /** The folder of its recordings. */
  readonly id: string;
  readonly title: string;
  /** As a configuration has it. */
  readonly spec: { readonly type: string; readonly model: string; readonly agent?: string };
  readonly url_env: string;
  readonly key_env: string;
  shell(command: string): ScriptedTool;
  /** Reads `calc.js`, with the agent's own tool for that where it has one. */
  readonly look: ScriptedTool;
  /** Makes `a - b` in `calc.js` to `a + b`, with the agent's own tool for edits. */
  readonly edit: ScriptedTool;
  /** Flags with which it is not allowed to `touch` anything, whatever else it may do. */
  readonly denial?: readonly string[];
  /** What it can be made to do, by the names of the cases. */
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
    // it asks a broken service again for minutes, and finds no session to resume
    cases: COMMON,
  },
];
