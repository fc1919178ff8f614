import { expect, test } from 'vitest';
import { isArtifact } from './artifacts.ts';

test.each([
  'CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
  'packages/web/CLAUDE.md',
  '.claude/skills/review/SKILL.md',
  '.claude/skills/review/scripts/run.sh',
  '.claude/skills/a\nb/SKILL.md',
  '.claude/commands/fix.md',
  '.claude/agents/reviewer.md',
  '.claude/hooks/before.sh',
  '.claude/settings.json',
  '.claude/settings.local.json',
  'packages/web/.claude/settings.json',
  '.mcp.json',
  'packages/web/.mcp.json',
  '.cursor/rules/style.mdc',
  '.cursorrules',
  '.codex/config.toml',
  '.codex/skills/review/SKILL.md',
  '.gemini/settings.json',
])('%j is an artifact', (path) => {
  expect(isArtifact(path)).toBe(true);
});

test.each(['.claude', '.claude/skills', '.codex', 'packages/web/.gemini'])(
  'a link at %s, in place of a folder, is an artifact',
  (path) => {
    expect(isArtifact(path)).toBe(true);
  },
);

test.each([
  'README.md',
  'src/CLAUDE.md.ts',
  'NOT-CLAUDE.md',
  'claude.md',
  'CLAUDE.md/notes.txt',
  'CLAUDE.md\n',
  '.claude/statsig.json',
  '.claude/settings.json/inner',
  '.claude/skills.md',
  '.cursor/mcp.json',
  'x.codex/config.toml',
  '',
])('%j is not an artifact', (path) => {
  expect(isArtifact(path)).toBe(false);
});

test.each([
  '../CLAUDE.md',
  '/CLAUDE.md',
  'a//CLAUDE.md',
  './CLAUDE.md',
  '.claude/skills/../../../outside',
  '.codex/.git/config',
  '.codex/.GIT/hooks/pre-commit',
  'node_modules/package/AGENTS.md',
])('%j is never an artifact: it leads elsewhere or belongs to others', (path) => {
  expect(isArtifact(path)).toBe(false);
});
