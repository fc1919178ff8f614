const FOLDERS = new Set([
  '.claude',
  '.codex',
  '.gemini',
  '.cursor',
  '.qwen',
  '.opencode',
  '.copilot',
  '.agents',
  '.windsurf',
  '.roo',
  '.cline',
  '.continue',
  '.kiro',
]);

const FILES = new Set([
  'claude.md',
  'claude.local.md',
  'agents.md',
  'agent.md',
  'gemini.md',
  'qwen.md',
  '.mcp.json',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  'copilot-instructions.md',
]);

/** Whether a path holds an agent's own settings, instructions, skills or memory. */
export function isAgentPath(path: string): boolean {
  const segments = path.split(/[/\\]/);
  const folder = segments.findIndex((segment) => FOLDERS.has(segment));
  // work trees that an agent keeps under its own folder are checkouts of the project
  if (folder !== -1) return segments[folder + 1] !== 'worktrees';
  return FILES.has((segments.at(-1) ?? '').toLowerCase());
}
