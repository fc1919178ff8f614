import { expect, test } from 'vitest';
import { configurationOf } from '../../../test/configurations.ts';
import { compareConfigurations, createOverlays } from './compare-configurations.ts';

const BEFORE = configurationOf({
  'CLAUDE.md': 'be quick',
  'GEMINI.md': 'CLAUDE.md',
  '.mcp.json': '{}',
  '.claude/hooks/before': 'true',
  '.codex': 'a file',
});
const AFTER = configurationOf({
  'CLAUDE.md': 'be careful',
  'GEMINI.md@': 'CLAUDE.md',
  'AGENTS.md': 'new',
  '.claude/hooks/before*': 'true',
  '.codex/config.toml': 'model = "x"',
});

test('reports every kind of difference by path', () => {
  expect(compareConfigurations(BEFORE, AFTER)).toEqual([
    { path: '.claude/hooks/before', change: 'mode' },
    { path: '.codex', change: 'deleted' },
    { path: '.codex/config.toml', change: 'added' },
    { path: '.mcp.json', change: 'deleted' },
    { path: 'AGENTS.md', change: 'added' },
    { path: 'CLAUDE.md', change: 'modified' },
    { path: 'GEMINI.md', change: 'modified' },
  ]);
  expect(compareConfigurations(BEFORE, BEFORE)).toEqual([]);
});

test('differences exist exactly if the digests differ', () => {
  const same = configurationOf({ '.mcp.json': '{}', 'CLAUDE.md': 'x' });
  const other = configurationOf({ 'CLAUDE.md': 'x', '.mcp.json': '{}' });
  expect(same.ref.digest).toBe(other.ref.digest);
  expect(compareConfigurations(same, other)).toEqual([]);
  expect(BEFORE.ref.digest).not.toBe(AFTER.ref.digest);
});

test('each overlay has its own files, and removes those of the other', () => {
  const [before, after] = createOverlays(BEFORE, AFTER);
  expect(before).toEqual({ ...BEFORE, absent: ['.codex/config.toml', 'AGENTS.md'] });
  expect(after).toEqual({ ...AFTER, absent: ['.codex', '.mcp.json'] });
});
