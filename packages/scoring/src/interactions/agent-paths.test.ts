import { expect, test } from 'vitest';
import { isAgentPath } from './agent-paths.ts';

test.each([
  { path: '.claude', own: true, why: 'the folder itself' },
  { path: '.claude/', own: true, why: 'with its separator' },
  { path: '.claude/settings.json', own: true, why: 'settings' },
  { path: '/home/agent/.claude/projects/x/memory.md', own: true, why: 'in the home folder, by its full path' },
  { path: '~/.codex/config.toml', own: true, why: 'Codex' },
  { path: 'C:\\Users\\me\\.gemini\\settings.json', own: true, why: 'Gemini on Windows' },
  { path: '.cursor/rules/style.mdc', own: true, why: 'Cursor' },
  { path: '.qwen/settings.json', own: true, why: 'Qwen Code' },
  { path: '.opencode/agent/x.md', own: true, why: 'opencode' },
  { path: 'opencode.json', own: true, why: 'its settings in the project' },
  { path: '~/.claude.json', own: true, why: 'settings beside the folder' },
  { path: 'CLAUDE.md', own: true, why: 'instructions' },
  { path: 'packages/a/AGENTS.md', own: true, why: 'instructions of a part' },
  { path: 'agents.md', own: true, why: 'in any case' },
  { path: 'GEMINI.md', own: true, why: 'instructions for Gemini' },
  { path: '.github/copilot-instructions.md', own: true, why: 'instructions for Copilot' },
  { path: '.mcp.json', own: true, why: 'which tools the agent has' },
  { path: '', own: false, why: 'nothing' },
  { path: 'src/claude/index.ts', own: false, why: 'a folder of the project about an agent' },
  { path: 'src/claude.ts', own: false, why: 'a file about an agent' },
  { path: 'docs/CLAUDE.md.txt', own: false, why: 'another file name' },
  { path: 'my.claude/x', own: false, why: 'another folder name' },
  { path: '.claude-backup/x', own: false, why: 'nor this' },
  { path: 'see CLAUDE.md', own: false, why: 'a sentence that mentions it' },
  { path: 'CLAUDE.md/x', own: false, why: 'a folder of that name contains no instructions' },
  { path: '.claude/worktrees/fix/src/a.ts', own: false, why: 'a checkout of the project' },
  { path: '.claude/worktrees/fix/CLAUDE.md', own: true, why: 'instructions in a checkout' },
  { path: '.claude/worktrees/fix/.claude/settings.json', own: true, why: 'settings in a checkout' },
])('$path → $own: $why', ({ path, own }) => {
  expect(isAgentPath(path)).toBe(own);
});
