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
  '.openhands',
]);

const FILES = new Set([
  'claude.md',
  'claude.local.md',
  'agents.md',
  'agent.md',
  'gemini.md',
  'qwen.md',
  'agents.override.md',
  '.mcp.json',
  '.claude.json',
  'opencode.json',
  'opencode.jsonc',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  'copilot-instructions.md',
]);

/** Whether a path contains an agent's settings, instructions, skills or memory. */
export function isAgentPath(path: string): boolean {
  const segments = path.split(/[/\\]/);
  // work trees in an agent's folder are checkouts of the project
  const isOwn = segments.some((segment, index) => FOLDERS.has(segment) && segments[index + 1] !== 'worktrees');
  return isOwn || FILES.has((segments.at(-1) ?? '').toLowerCase());
}
