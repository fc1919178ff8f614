import { expect, test } from 'vitest';
import { assignColors } from './agent-colors.ts';

test('a name has the same color in every list, and no two names of a short list share one', () => {
  const alone = assignColors(['codex']).get('codex');
  const all = assignColors(['next', 'main', 'codex', 'claude-code', 'a', 'b', 'c']);
  expect(all.get('codex')).toBe(alone);
  expect(new Set(all.values()).size).toBe(7);
  expect(assignColors(['c', 'b', 'a', 'claude-code', 'codex', 'main', 'next'])).toEqual(all);
});

test('more names than colors share them', () => {
  const names = Array.from({ length: 30 }, (_, index) => `agent-${index}`);
  expect(new Set(assignColors(names).values()).size).toBe(8);
});
